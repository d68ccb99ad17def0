import './landing-map.css';
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { codeInAll } from '../../content/requests/code.ts';
import { regionName } from '../../pictures/earth/regions.ts';
import { nearestMark, wideMap } from '../../pictures/fleet-map.ts';
import { svgPath } from '../../pictures/geometry.ts';
import { fleet as fleetAddress, viewerAddress } from '../../urls.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { fetchApiText } from '../api/call-api.ts';
import { LanguageCode } from '../code/code-block.tsx';
import { PictureView } from '../pictures/picture-view.tsx';
import { pointIn } from '../pictures/svg.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { requestError } from '../session/outcome.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import {
  balloonChoice,
  type CallJson,
  type Choice,
  cities,
  loadAnswer,
  locationAt,
  type MapAnswer,
  positionOf,
} from './landing-calls.ts';

const currentFleet = onDemand(async (): Promise<FleetSnapshot> => {
  const answer = await fetch(fleetAddress);
  if (!answer.ok) throw new Error(`${fleetAddress}: ${answer.status}`);
  return answer.json();
});

/** A clickable map over the picture, the same choices as a list and buttons below it, and the answer. */
export function LandingMap() {
  const { value: fleet, failure, retry } = useOnDemand(currentFleet, true);
  const { state, choose } = useMapAnswer();
  const balloons = fleet?.balloons ?? [];
  const { choice } = state;
  const chooseBalloon = (id: string) => {
    const balloon = balloons.find((each) => each.id === id);
    if (balloon) void choose(balloonChoice(balloon));
  };
  return (
    <>
      <ClickableMap balloons={balloons} choice={choice} onChoose={(chosen) => void choose(chosen)} />
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
      {choice && <AnswerPanel state={state} choice={choice} onRetry={() => void choose(choice)} />}
    </>
  );
}

interface MapState {
  choice?: Choice;
  answer?: MapAnswer;
  error?: string;
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
    setState(outcome.ok ? { choice, answer: outcome.value } : { choice, error: outcome.message });
  }

  return { state, choose };
}

const callAsGuest =
  (site: SiteSummary, signal: AbortSignal): CallJson =>
  async (api, { path, query }) => {
    const outcome = await fetchApiText({ api, path, query }, { kind: 'demo' }, { site, signal });
    if (!outcome.ok) return outcome;
    try {
      return { ok: true, value: JSON.parse(outcome.value) };
    } catch {
      return requestError(0, "The API's answer is not JSON.");
    }
  };

interface ClickableMapProps {
  balloons: readonly FleetBalloon[];
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

/** A click within this distance of a balloon selects the balloon. */
const reachPixels = 16;

/** The overlay has the size of the picture. The list and the buttons below offer the same by keyboard. */
function ClickableMap({ balloons, choice, onChoose }: ClickableMapProps) {
  const marks = useMemo(
    () => balloons.map((balloon) => ({ balloon, ...wideMap.project(positionOf(balloon)) })),
    [balloons],
  );
  const [near, setNear] = useState<FleetBalloon>();
  const balloonAt = (point: ReturnType<typeof pointIn>) =>
    point && nearestMark(marks, point, reachPixels * point.unitsPerPixel)?.balloon;
  const onClick = (event: MouseEvent<SVGSVGElement>) => {
    const point = pointIn(event.currentTarget, event);
    const balloon = balloonAt(point);
    if (point) onChoose(balloon ? balloonChoice(balloon) : locationAt(wideMap.unproject(point)));
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
      onMouseMove={(event) => setNear(balloonAt(pointIn(event.currentTarget, event)))}
      onMouseLeave={() => setNear(undefined)}
    >
      {choice?.kind === 'balloon' && <path className="fleet-path" d={predictedPath(choice.balloon)} />}
      {choice && <Mark choice={choice} />}
      {near && <Mark choice={balloonChoice(near)} />}
    </svg>
  );
}

function Mark({ choice }: { choice: Choice }) {
  const isBalloon = choice.kind === 'balloon';
  const { x, y } = wideMap.project(isBalloon ? positionOf(choice.balloon) : choice);
  const isAtRightEdge = x > wideMap.width * 0.85;
  return (
    <g className="fleet-mark" data-balloon={isBalloon || undefined}>
      <circle cx={x} cy={y} r={isBalloon ? 9 : 5} />
      <text x={isAtRightEdge ? x - 14 : x + 14} y={y - 10} textAnchor={isAtRightEdge ? 'end' : 'start'}>
        {choice.name}
      </text>
    </g>
  );
}

const predictedPath = ({ path }: FleetBalloon) =>
  svgPath(wideMap.projectLine(path.map(([latitude, longitude]) => ({ latitude, longitude }))), {
    decimals: 0,
  });

interface AnswerPanelProps {
  state: MapState;
  choice: Choice;
  onRetry: () => void;
}

/** The panel keeps its height while the next answer loads. */
function AnswerPanel({ state: { answer, error }, choice, onRetry }: AnswerPanelProps) {
  const { keys } = useSite();
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new choice is scrolled into view
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [choice]);
  const isWaiting = !answer && error === undefined;
  return (
    <section
      ref={panel}
      className="fleet-panel"
      aria-label={choice.name}
      aria-busy={isWaiting || undefined}
      data-of={choice.kind}
    >
      <p role="status" className={isWaiting ? 'fleet-wait' : 'visually-hidden'}>
        {isWaiting ? `Loading ${choice.name}…` : answer?.name}
      </p>
      {error !== undefined && <LoadFailure message={error} onRetry={onRetry} />}
      {answer && (
        <>
          <figure className="picture" aria-label={answer.name}>
            <PictureView picture={answer.picture} name={answer.name} />
          </figure>
          <div>
            <LanguageCode
              title="The call behind this chart"
              texts={codeInAll(answer.request, keys.environment)}
            />
            <p className="fleet-note">
              Requested live, without a key. Your own code will need one.{' '}
              {answer.mission && (
                <Link className="link" href={viewerAddress(answer.mission)}>
                  View the full flight
                </Link>
              )}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
