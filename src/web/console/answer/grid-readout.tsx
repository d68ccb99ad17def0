import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import type { Picture } from '../../../pictures/picture.ts';
import { worldMap } from '../../../pictures/projection.ts';
import { coordinateWords } from '../../../pictures/words.ts';
import { valueAt } from './grid-value.ts';

interface GridReadoutProps {
  of: Extract<Picture, { kind: 'grid' }>;
  children: ReactNode;
}

/** The value under the pointer, below the map that it points at. The numbers of the map are its table, too. */
export function GridReadout({ of: { grid, unit }, children }: GridReadoutProps) {
  const earth = useMemo(worldMap, []);
  const [words, setWords] = useState('');
  const point = (event: PointerEvent<HTMLElement>) => {
    const svg = event.currentTarget.querySelector('svg');
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    // The map has the width of its picture; the legend stands below it.
    const scale = earth.width / box.width;
    const at = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    const place = at.y <= earth.height ? earth.coordinates(at) : undefined;
    const value = place && valueAt(grid, place);
    setWords(
      value === undefined ? '' : `${Number(value.toPrecision(4))} ${unit} at ${coordinateWords(place!)}`,
    );
  };
  return (
    <figure
      className="picture"
      aria-label="The answer, drawn"
      onPointerMove={point}
      onPointerLeave={() => setWords('')}
    >
      {children}
      <p className="console-readout" aria-hidden="true">
        {words || 'Point at the map to read a value.'}
      </p>
    </figure>
  );
}
