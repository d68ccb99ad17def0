import { useId, useMemo, useState } from 'react';
import type { Picture } from '../../pictures/picture.ts';
import { PictureView, useDrawing } from '../pictures/picture-view.tsx';
import { DrawingBoundary, wrongShape } from './chart-boundary.tsx';
import { type Asked, readPicture } from './read-picture.ts';
import { type Reading, useReading } from './use-parsed-response.ts';

interface DrawnTextProps {
  text: string;
  asked: Asked;
  title: string;
  /** The response's own header says so. */
  isSynthetic: boolean;
}

type PictureReading = Extract<Reading, { as: 'picture' }>;
const readHere = ({ text, asked }: PictureReading) => readPicture(text, asked);

export function DrawnText({ text, asked, title, isSynthetic }: DrawnTextProps) {
  const reading = useMemo((): PictureReading => ({ as: 'picture', text, asked }), [text, asked]);
  const read = useReading(reading, readHere);
  // The drawing's code loads while the response is parsed. Observations of one balloon are drawn as a
  // sounding.
  useDrawing(asked.drawnAs.picture === 'winds' ? 'sounding' : asked.drawnAs.picture);
  if (!read) return <p className="console-note late">Reading the answer...</p>;
  const { value: picture } = read;
  if (!picture) return wrongShape;
  return (
    <DrawingBoundary>
      <figure className="picture" aria-label="The answer, drawn">
        {picture.kind === 'degree days' ? (
          <DrawnDegreeDays of={picture} title={title} />
        ) : (
          <PictureView picture={picture} name={title} />
        )}
        {isSynthetic && <p className="picture-source">Synthetic sandbox data.</p>}
      </figure>
    </DrawingBoundary>
  );
}

interface DrawnDegreeDaysProps {
  of: Extract<Picture, { kind: 'degree days' }>;
  title: string;
}

/** The response has all states. This chooses the one that is drawn day by day. */
export function DrawnDegreeDays({ of, title }: DrawnDegreeDaysProps) {
  const id = useId();
  const [state, setState] = useState(of.state);
  const names = of.states.map(({ name }) => name).sort();
  return (
    <>
      <p className="console-state">
        <label htmlFor={id}>Day by day</label>
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
      <PictureView picture={{ ...of, state }} name={title} />
    </>
  );
}
