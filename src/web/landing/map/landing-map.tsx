import './landing-map.css';
import { useEffect, useRef } from 'react';
import { regionName } from '../../../pictures/earth/regions.ts';
import { fleet as fleetAddress } from '../../../urls.ts';
import type { FleetSnapshot } from '../../../weather/contract.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../../ui/on-demand.ts';
import { MapAnswerView } from './answer-view.tsx';
import { namedPlaces, whereIs } from './choice.ts';
import { FleetMap } from './clickable-map.tsx';
import { type MapState, useMapAnswer } from './use-map-answer.ts';

const fleetNow = onDemand(async (): Promise<FleetSnapshot> => {
  const answer = await fetch(fleetAddress);
  if (!answer.ok) throw new Error(`${fleetAddress}: ${answer.status}`);
  return answer.json();
});

/** Over the picture a map that can be clicked, below it the same as a list and as buttons, and what was asked for. */
export function LandingMap() {
  const { value: fleet, failure, retry } = useOnDemand(fleetNow, true);
  const { state, choose } = useMapAnswer();
  const balloons = fleet?.balloons ?? [];
  const chosen = state.choice?.kind === 'balloon' ? state.choice.balloon.id : '';
  const chooseBalloon = (id: string) => {
    const balloon = balloons.find((each) => each.id === id);
    if (balloon) void choose({ kind: 'balloon', balloon });
  };
  return (
    <>
      <FleetMap balloons={balloons} choice={state.choice} onChoose={(choice) => void choose(choice)} />
      <div className="fleet-choices">
        <label className="fleet-balloons">
          Sounding of
          <select value={chosen} onChange={(event) => chooseBalloon(event.target.value)}>
            <option value="" disabled>
              Choose a balloon
            </option>
            {balloons.map((balloon) => (
              <option key={balloon.id} value={balloon.id}>
                {balloon.name}, {regionName(whereIs(balloon))}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="fleet-places">
          <legend>Forecast for</legend>
          {namedPlaces.map((place) => (
            <button
              key={place.name}
              type="button"
              aria-pressed={state.choice?.kind === 'place' && state.choice.name === place.name}
              onClick={() => void choose(place)}
            >
              {place.name}
            </button>
          ))}
        </fieldset>
      </div>
      {failure && <LoadFailure message="The balloons could not be loaded." onRetry={retry} />}
      {state.phase !== 'idle' && <Panel state={state} onRetry={() => void choose(state.choice)} />}
    </>
  );
}

type Begun = Exclude<MapState, { phase: 'idle' }>;

/** It keeps its height while the next answer is on its way. */
function Panel({ state, onRetry }: { state: Begun; onRetry: () => void }) {
  const panel = useRef<HTMLElement>(null);
  const { choice, phase } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is to be seen
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [choice]);
  const name = choice.kind === 'balloon' ? choice.balloon.name : choice.name;
  const isWaiting = phase === 'asking';
  return (
    <section
      ref={panel}
      className="fleet-panel"
      aria-label={name}
      aria-busy={isWaiting || undefined}
      data-of={choice.kind}
    >
      <p role="status" className={isWaiting ? 'fleet-wait' : 'visually-hidden'}>
        {isWaiting ? `Asking the API about ${name} …` : phase === 'answered' && state.answer.name}
      </p>
      {phase === 'failed' && <LoadFailure message={state.message} onRetry={onRetry} />}
      {phase === 'answered' && <MapAnswerView answer={state.answer} />}
    </section>
  );
}
