import { useId, useState } from 'react';
import type { Picture } from '../../../pictures/picture.ts';
import { PictureView } from '../../pictures/picture-view.tsx';

interface DrawnDegreeDaysProps {
  of: Extract<Picture, { kind: 'degree days' }>;
  title: string;
}

/** All states are in the answer; which one is drawn day by day is chosen here. */
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
