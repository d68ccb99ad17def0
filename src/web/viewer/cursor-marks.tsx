import { type ReactNode, useRef } from 'react';
import type { Point } from '../../pictures/geometry.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { roundToTenth } from '../pictures/svg.tsx';
import { useCursorRow } from './viewer-context.tsx';

interface CursorMarkProps {
  /** Where a row stands in the picture; undefined where it does not. */
  at: (row: SoundingRow) => Point | undefined;
  children: ReactNode;
}

/** Marks that stand where the row under the cursor is. */
export function CursorMark({ at, children }: CursorMarkProps) {
  const mark = useRef<SVGGElement>(null);
  useCursorRow((row) => {
    const place = row && at(row);
    mark.current?.setAttribute('visibility', place ? 'visible' : 'hidden');
    if (place)
      mark.current?.setAttribute('transform', `translate(${roundToTenth(place.x)} ${roundToTenth(place.y)})`);
  });
  return (
    <g ref={mark} visibility="hidden">
      {children}
    </g>
  );
}

/** Words about the row under the cursor. */
export function CursorWords({ words }: { words: (row: SoundingRow) => string }) {
  const text = useRef<HTMLSpanElement>(null);
  useCursorRow((row) => {
    if (text.current) text.current.textContent = row ? words(row) : '';
  });
  return <span ref={text} />;
}
