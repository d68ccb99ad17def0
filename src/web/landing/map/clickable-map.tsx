import { type MouseEvent, useMemo, useState } from 'react';
import { wideMap } from '../../../pictures/earth/wide-map.ts';
import { pathOf } from '../../../pictures/path.ts';
import type { FleetBalloon } from '../../../weather/contract.ts';
import { type Choice, nearestTo, placeAt, whereIs } from './choice.ts';

interface FleetMapProps {
  balloons: readonly FleetBalloon[];
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

/** So near to a balloon a click means the balloon. */
const aimPixels = 16;

/** Lies over the picture, in its size. A reader who cannot point has the list and the buttons below it. */
export function FleetMap({ balloons, choice, onChoose }: FleetMapProps) {
  const marks = useMemo(
    () => balloons.map((balloon) => ({ balloon, ...wideMap.place(whereIs(balloon)) })),
    [balloons],
  );
  const [near, setNear] = useState<FleetBalloon>();
  const aimedAt = (event: MouseEvent<SVGSVGElement>) => {
    const { at, pixelsPerUnit } = placeOf(event);
    return { at, balloon: nearestTo(marks, at, aimPixels / pixelsPerUnit)?.balloon };
  };
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const { at, balloon } = aimedAt(event);
    onChoose(balloon ? { kind: 'balloon', balloon } : placeAt(wideMap.coordinates(at)));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list and the buttons take the same by keyboard
    <svg
      className="fleet-map"
      viewBox={`0 0 ${wideMap.width} ${wideMap.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="Map of the earth: click a balloon for its sounding, any place for its forecast"
      data-aims={near ? '' : undefined}
      onClick={pick}
      onMouseMove={(event) => setNear(aimedAt(event).balloon)}
      onMouseLeave={() => setNear(undefined)}
    >
      {choice?.kind === 'balloon' && <path className="fleet-path" d={pathAhead(choice.balloon)} />}
      {choice && <Mark choice={choice} />}
      {near && <Mark choice={{ kind: 'balloon', balloon: near }} />}
    </svg>
  );
}

function Mark({ choice }: { choice: Choice }) {
  const isBalloon = choice.kind === 'balloon';
  const { x, y } = wideMap.place(isBalloon ? whereIs(choice.balloon) : choice);
  const isFarEast = x > wideMap.width * 0.85;
  return (
    <g className="fleet-mark" data-balloon={isBalloon || undefined}>
      <circle cx={x} cy={y} r={isBalloon ? 9 : 5} />
      <text x={isFarEast ? x - 14 : x + 14} y={y - 10} textAnchor={isFarEast ? 'end' : 'start'}>
        {isBalloon ? choice.balloon.name : choice.name}
      </text>
    </g>
  );
}

/** In units of the picture, which may be cut off at its sides. */
function placeOf({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) {
  const onScreen = currentTarget.getScreenCTM()!;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(onScreen.inverse());
  return { at: { x, y }, pixelsPerUnit: onScreen.a };
}

/** Where the wind will carry it, as far as that leads without a jump to the other side of the map. */
function pathAhead({ path }: FleetBalloon): string {
  const places = path.map(([latitude, longitude]) => wideMap.place({ latitude, longitude }));
  const jump = places.findIndex(
    ({ x }, index) => index > 0 && Math.abs(x - places[index - 1]!.x) > wideMap.width / 2,
  );
  return pathOf([jump < 0 ? places : places.slice(0, jump)], { decimals: 0 });
}
