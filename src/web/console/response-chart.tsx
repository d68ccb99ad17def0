import { type ReactNode, useId, useMemo, useState } from 'react';
import type { PictureOf } from '../../pictures/picture.ts';
import { PictureView, useDrawing } from '../pictures/picture-view.tsx';
import { type DrawnCall, readPicture } from './read-picture.ts';
import { type ParseTask, useParsedResponse } from './use-parsed-response.ts';

interface ResponseChartProps {
  text: string;
  call: DrawnCall;
  title: string;
  isSimulated: boolean;
  /** Shown if the response can't be parsed. */
  wrongShape: ReactNode;
}

type PictureTask = Extract<ParseTask, { as: 'picture' }>;
const parse = ({ text, call }: PictureTask) => readPicture(text, call);

export function ResponseChart({ text, call, title, isSimulated, wrongShape }: ResponseChartProps) {
  const task = useMemo((): PictureTask => ({ as: 'picture', text, call }), [text, call]);
  const parsed = useParsedResponse(task, parse);
  // The drawing's code loads while the response is parsed. Observations of one balloon are drawn as a sounding.
  useDrawing(call.drawnAs.picture === 'winds' ? 'sounding' : call.drawnAs.picture);
  if (!parsed) return <p className="console-note late">Reading the response...</p>;
  const { value: picture } = parsed;
  if (!picture) return wrongShape;
  return (
    <figure className="picture" aria-label="Chart of the response">
      {picture.kind === 'degree days' ? (
        <DegreeDays picture={picture} title={title} />
      ) : (
        <PictureView picture={picture} name={title} />
      )}
      {isSimulated && <p className="picture-source">Simulated data.</p>}
    </figure>
  );
}

/** The response has all states. This chooses the one that is drawn day by day. */
function DegreeDays({ picture, title }: { picture: PictureOf<'degree days'>; title: string }) {
  const id = useId();
  const [state, setState] = useState(picture.state);
  const names = picture.states.map(({ name }) => name).sort();
  return (
    <>
      <p className="console-state">
        <label htmlFor={id}>Daily values for</label>
        <select
          id={id}
          className="console-input"
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </p>
      <PictureView picture={{ ...picture, state }} name={title} />
    </>
  );
}
