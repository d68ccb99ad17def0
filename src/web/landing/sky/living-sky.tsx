import './living-sky.css';
import { useEffect, useRef } from 'react';
import { regionName } from '../../../pictures/earth/regions.ts';
import { sky as skyAddress } from '../../../urls.ts';
import type { Sky } from '../../../weather/contract.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../../ui/on-demand.ts';
import { namedPlaces, whereIs } from './choice.ts';
import { SkyAnswerView } from './sky-answer-view.tsx';
import { SkyMap } from './sky-map.tsx';
import { type SkyState, useSkyAnswer } from './use-sky-answer.ts';

const skyNow = onDemand(async (): Promise<Sky> => {
  const answer = await fetch(skyAddress);
  if (!answer.ok) throw new Error(`${skyAddress}: ${answer.status}`);
  return answer.json();
});

/** Over the picture a map that can be clicked, below it the same as a list and as buttons, and what was asked for. */
export function LivingSky() {
  const { value: sky, failure, retry } = useOnDemand(skyNow, true);
  const { state, choose } = useSkyAnswer();
  const balloons = sky?.balloons ?? [];
  const chosen = state.choice?.kind === 'balloon' ? state.choice.balloon.id : '';
  const chooseBalloon = (id: string) => {
    const balloon = balloons.find((each) => each.id === id);
    if (balloon) void choose({ kind: 'balloon', balloon });
  };
  return (
    <>
      <SkyMap balloons={balloons} choice={state.choice} onChoose={(choice) => void choose(choice)} />
      <div className="sky-choices">
        <label className="sky-balloons">
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
        <fieldset className="sky-places">
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

type Begun = Exclude<SkyState, { phase: 'idle' }>;

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
      className="sky-panel"
      aria-label={name}
      aria-busy={isWaiting || undefined}
      data-of={choice.kind}
    >
      <p role="status" className={isWaiting ? 'sky-wait' : 'visually-hidden'}>
        {isWaiting ? `Asking the API about ${name} …` : phase === 'answered' && state.answer.name}
      </p>
      {phase === 'failed' && <LoadFailure message={state.message} onRetry={onRetry} />}
      {phase === 'answered' && <SkyAnswerView answer={state.answer} />}
    </section>
  );
}
