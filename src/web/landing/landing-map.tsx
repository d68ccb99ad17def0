import './landing-map.css';
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SiteSummary } from '../../content/contract.ts';
import { regionName } from '../../pictures/earth/regions.ts';
import { nearestMark, wideMap } from '../../pictures/fleet-map.ts';
import { type Point, svgPath } from '../../pictures/geometry.ts';
import { fleet as fleetAddress } from '../../urls.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { fetchApiText } from '../api/call-api.ts';
import { pointIn } from '../pictures/svg.tsx';
import { useSite } from '../router/router-context.tsx';
import { requestError } from '../session/outcome.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { AnswerCard } from './answer-card.tsx';
import {
  balloonChoice,
  balloonFacts,
  type CallJson,
  type Choice,
  cities,
  loadAnswer,
  locationAt,
  type MapState,
  placeOf,
  positionOf,
} from './landing-calls.ts';

const currentFleet = onDemand(async (): Promise<FleetSnapshot> => {
  const answer = await fetch(fleetAddress);
  if (!answer.ok) throw new Error(`${fleetAddress}: ${answer.status}`);
  return answer.json();
});

/** A clickable map over the picture, the same choices as a list and buttons below it, and the answer over the map. */
export function LandingMap({ world }: { world: RefObject<HTMLElement | null> }) {
  const { value: fleet, failure, retry } = useOnDemand(currentFleet, true);
  const { state, choose, close } = useMapAnswer();
  const balloons = fleet?.balloons ?? [];
  const { choice } = state;
  const chooseBalloon = (id: string) => {
    const balloon = balloons.find((each) => each.id === id);
    if (balloon) void choose(balloonChoice(balloon));
  };
  return (
    <>
      {world.current &&
        createPortal(
          <ClickableMap balloons={balloons} choice={choice} onChoose={(chosen) => void choose(chosen)} />,
          world.current,
        )}
      <div className="fleet-choices">
        <label className="fleet-balloons">
          Pick a balloon
          <select
            value={choice?.kind === 'balloon' ? choice.balloon.id : ''}
            onChange={(event) => chooseBalloon(event.target.value)}
          >
            <option value="" disabled>
              Select…
            </option>
            {balloons.map((balloon) => (
              <option key={balloon.id} value={balloon.id}>
                {balloon.name}, {regionName(positionOf(balloon))}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="fleet-cities">
          <legend>Pick a city</legend>
          {cities.map((city) => (
            <button
              key={city.name}
              type="button"
              aria-pressed={choice?.name === city.name}
              onClick={() => void choose(city)}
            >
              {city.name}
            </button>
          ))}
        </fieldset>
      </div>
      {failure && <LoadFailure message="The balloons couldn't be loaded." onRetry={retry} />}
      {choice && (
        <AnswerCard
          world={world}
          state={state}
          choice={choice}
          onRetry={() => void choose(choice)}
          onClose={close}
        />
      )}
    </>
  );
}

/** One choice at a time: a new one aborts the one before. */
function useMapAnswer() {
  const site = useSite();
  const [state, setState] = useState<MapState>({});
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function choose(choice: Choice): Promise<void> {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setState({ choice });
    const outcome = await loadAnswer(choice, site.hosts, callAsGuest(site, controller.signal));
    if (current.current !== controller) return;
    setState(outcome.ok ? { choice, answer: outcome.value } : { choice, error: outcome });
  }

  function close(): void {
    current.current?.abort();
    current.current = undefined;
    setState({});
  }

  return { state, choose, close };
}

const callAsGuest =
  (site: SiteSummary, signal: AbortSignal): CallJson =>
  async (api, { path, query }) => {
    const outcome = await fetchApiText({ api, path, query }, { kind: 'demo' }, { site, signal });
    if (!outcome.ok) return outcome;
    try {
      return { ok: true, value: JSON.parse(outcome.value) };
    } catch {
      return requestError(0, "The API's response isn't JSON.");
    }
  };

interface ClickableMapProps {
  balloons: readonly FleetBalloon[];
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

/** A click within this distance of a balloon or city selects it. */
const reachPixels = 16;

interface ChoiceMark extends Point {
  choice: Choice;
}

const markOf = (choice: Choice): ChoiceMark => ({ choice, ...wideMap.project(placeOf(choice)) });

/** The overlay has the size of the picture. The list and the buttons below offer the same by keyboard. */
function ClickableMap({ balloons, choice, onChoose }: ClickableMapProps) {
  const marks = useMemo(() => balloons.map((balloon) => markOf(balloonChoice(balloon))), [balloons]);
  const [near, setNear] = useState<Choice>();
  const choiceAt = (point: ReturnType<typeof pointIn>): Choice | undefined => {
    if (!point) return undefined;
    const reach = reachPixels * point.unitsPerPixel;
    return (nearestMark(marks, point, reach) ?? nearestMark(cityMarks, point, reach))?.choice;
  };
  const onClick = (event: MouseEvent<SVGSVGElement>) => {
    const point = pointIn(event.currentTarget, event);
    if (point) onChoose(choiceAt(point) ?? locationAt(wideMap.unproject(point)));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list and the buttons do the same by keyboard
    <svg
      className="fleet-map"
      viewBox={`0 0 ${wideMap.width} ${wideMap.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="World map: click a balloon for its sounding, or anywhere else for a forecast"
      data-aims={near ? '' : undefined}
      onClick={onClick}
      onMouseMove={(event) => setNear(choiceAt(pointIn(event.currentTarget, event)))}
      onMouseLeave={() => setNear(undefined)}
    >
      {cityMarks
        .filter((city) => !isCovered(city, choice) && !isCovered(city, near))
        .map(({ choice: { name }, x, y }) => (
          <g key={name} className="fleet-city">
            <circle cx={x} cy={y} r="3" />
            <text x={x + 8} y={y + 4}>
              {name}
            </text>
          </g>
        ))}
      {choice?.kind === 'balloon' && <path className="fleet-path" d={predictedPath(choice.balloon)} />}
      {choice && <Mark choice={choice} />}
      {near && near !== choice && <Mark choice={near} />}
    </svg>
  );
}

const cityMarks = cities.map(markOf);

/** The window can cut off the north and south of the map. A balloon near a pole is marked at the edge. */
const awayFromEdges = (y: number, distance: number) =>
  Math.min(Math.max(y, distance), wideMap.height - distance);

/** The name of a mark is left of it before the right edge, and before the card, which covers the right half. */
const isNameLeft = (x: number) => {
  const part = x / wideMap.width;
  return part > 0.75 || (part > 0.36 && part < 0.5);
};
/** Space for the name and facts of a mark, and for the name of a city. */
const [markReach, cityReach, labelHeight] = [270, 70, 50];

/** Whether the mark of a choice would cover the city or its name. */
function isCovered(city: ChoiceMark, choice: Choice | undefined): boolean {
  if (!choice) return false;
  const { x, y } = markOf(choice);
  const ahead = isNameLeft(x) ? x - city.x : city.x - x;
  return Math.abs(city.y - y) < labelHeight && ahead > -cityReach && ahead < markReach;
}

/** The name next to the point. That of a balloon is higher, with height and speed below it, because tracks lead east. */
function Mark({ choice }: { choice: Choice }) {
  const { x, y } = markOf(choice);
  const isBalloon = choice.kind === 'balloon';
  const text = isNameLeft(x)
    ? ({ x: x - 14, textAnchor: 'end' } as const)
    : ({ x: x + 14, textAnchor: 'start' } as const);
  const textY = isBalloon ? awayFromEdges(y, 88) - 22 : awayFromEdges(y, 66);
  return (
    <g className="fleet-mark" data-balloon={isBalloon || undefined}>
      <circle cx={x} cy={awayFromEdges(y, 46)} r={isBalloon ? 9 : 5} />
      <text {...text} y={textY - 6}>
        {choice.name}
      </text>
      {isBalloon && (
        <text {...text} y={textY + 14} className="fleet-mark-facts">
          {balloonFacts(choice.balloon)}
        </text>
      )}
    </g>
  );
}

const predictedPath = ({ path }: FleetBalloon) =>
  svgPath(wideMap.projectLine(path.map(([latitude, longitude]) => ({ latitude, longitude }))), {
    decimals: 0,
  });
