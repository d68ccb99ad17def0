import { type KeyboardEvent, useRef } from 'react';
import { formatWhole } from '../../pictures/format.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { CursorWords } from './cursor-marks.tsx';
import { clockWords, rowWords } from './row-words.ts';
import { nearestIndex } from './store/leg-rows.ts';
import type { Settings } from './store/viewer-address.ts';
import type { ViewedLeg } from './store/viewer-data.ts';
import { useCursorRow, useViewer } from './viewer-context.tsx';

const PAGE_SECONDS = 60;

/** One step is one row, Page Up and Page Down are a minute; Home and End are the ends of the leg. */
export function TimeCursor({ leg, wind }: { leg: ViewedLeg; wind: Settings['wind'] }) {
  const viewer = useViewer();
  const range = useRef<HTMLInputElement>(null);
  useCursorRow((row, index) => {
    if (!range.current || !row) return;
    range.current.value = String(index);
    range.current.setAttribute('aria-valuetext', rowWords(row, leg.leg.direction, wind));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = { PageUp: PAGE_SECONDS, PageDown: -PAGE_SECONDS }[event.key];
    const row = leg.rows[viewer.cursor.get()];
    if (seconds === undefined || !row) return;
    event.preventDefault();
    viewer.moveTo(nearestIndex(leg.rows, row.timestamp + seconds));
  };
  return (
    <div className="viewer-time">
      <input
        ref={range}
        id={timeCursorId}
        className="viewer-range"
        type="range"
        aria-label="Time in the leg"
        min={0}
        max={Math.max(0, leg.rows.length - 1)}
        step={1}
        defaultValue={0}
        disabled={leg.rows.length < 2}
        onInput={(event) => viewer.moveTo(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <p className="viewer-time-words">
        <span>{rowClock(leg.rows[0])}</span>
        <b>
          <CursorWords words={(row) => `${rowClock(row)} UTC, ${heightWords(row)}`} />
        </b>
        <span>{rowClock(leg.rows.at(-1))}</span>
      </p>
    </div>
  );
}

const rowClock = (row: SoundingRow | undefined) => (row ? clockWords(row.timestamp).slice(0, 8) : '');

const heightWords = ({ altitude }: SoundingRow) =>
  altitude === null ? 'height unknown' : `${formatWhole(altitude)} m`;

export const timeCursorId = 'viewer-time-cursor';
