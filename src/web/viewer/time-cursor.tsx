import { Pause, Play } from 'lucide';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Units } from '../../pictures/units.ts';
import { findTimeMs, isoWithoutZone } from '../../weather/api-time.ts';
import { formatAltitude, formatClockWithSeconds, formatRow } from './format.ts';
import { IconButton } from './icon-button.tsx';
import { CursorText, timeCursorId, useCursorRow, useViewer } from './panel.tsx';
import { play } from './play.ts';
import { nearestIndex, type ViewedLeg } from './store/viewer-data.ts';

const pageSeconds = 60;

/** The arrow keys move by one row, Page Up and Page Down by a minute, Home and End to the ends of the leg. */
export function TimeCursor({ leg, units }: { leg: ViewedLeg; units: Units }) {
  const viewer = useViewer();
  const range = useRef<HTMLInputElement>(null);
  useCursorRow((row, index) => {
    if (!range.current || !row) return;
    range.current.value = String(index);
    range.current.setAttribute('aria-valuetext', formatRow(row, leg.leg.direction, units));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = { PageUp: pageSeconds, PageDown: -pageSeconds }[event.key];
    const row = leg.rows[viewer.cursor.get()];
    if (seconds === undefined || !row) return;
    event.preventDefault();
    viewer.moveTo(nearestIndex(leg.rows, row.timestamp + seconds));
  };
  return (
    <div className="viewer-time">
      <PlayButton />
      <span className="viewer-time-end">{rowClock(leg.rows[0])}</span>
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
      <span className="viewer-time-end">{rowClock(leg.rows.at(-1))}</span>
      <b className="viewer-time-now">
        <CursorText
          text={(row) => `${formatClockWithSeconds(row.timestamp)}, ${formatAltitude(row, units)}`}
        />
      </b>
    </div>
  );
}

function PlayButton() {
  const { isPlaying, toggle } = usePlay();
  return (
    <IconButton
      label={isPlaying ? 'Pause' : 'Play along the flight'}
      icon={isPlaying ? Pause : Play}
      onClick={toggle}
    />
  );
}

/** Plays along the flight. It stops when the page is hidden. */
function usePlay(): { isPlaying: boolean; toggle: () => void } {
  const viewer = useViewer();
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const stop = () => setPlaying(false);
    const onHidden = () => document.hidden && stop();
    document.addEventListener('visibilitychange', onHidden);
    const end = play(viewer, matchMedia('(prefers-reduced-motion: reduce)').matches, stop);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      end();
    };
  }, [viewer, isPlaying]);
  return { isPlaying, toggle: () => setPlaying(!isPlaying) };
}

const rowClock = (row: SoundingRow | undefined) =>
  row ? formatClockWithSeconds(row.timestamp).slice(0, 5) : '';

/** Shows the time of the row under the cursor, and moves the cursor to a time that is typed. */
export function TimeField() {
  const viewer = useViewer();
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  const [isInvalid, setInvalid] = useState(false);
  useCursorRow((row) => {
    if (!field.current || !row) return;
    const time = isoWithoutZone(row.timestamp * 1000).replace('T', ' ');
    // What is typed stays until the cursor moves.
    if (time === shown.current) return;
    shown.current = time;
    field.current.value = time;
    setInvalid(false);
  });
  const apply = () => {
    const text = field.current?.value.trim() ?? '';
    const timeMs = parseTypedTime(text, shown.current);
    setInvalid(timeMs === undefined);
    if (timeMs !== undefined && text !== shown.current) void viewer.chooseTime(timeMs / 1000);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  return (
    <form onSubmit={onSubmit}>
      <label className="viewer-field">
        <span>{isInvalid ? 'Enter a time such as 04:20' : 'Sounding time, UTC'}</span>
        <input
          ref={field}
          aria-label="Sounding time, UTC"
          aria-invalid={isInvalid || undefined}
          autoComplete="off"
          spellCheck={false}
          size={19}
          onBlur={apply}
        />
      </label>
      <span className="visually-hidden" aria-live="polite">
        {isInvalid && 'Enter a time such as 2026-11-15 04:20:10, or 04:20 on the same day.'}
      </span>
    </form>
  );
}

/** A time of day without a date is on the day that is shown. */
export function parseTypedTime(text: string, shown: string): number | undefined {
  const isClock = /^\d{1,2}:\d{2}(:\d{2})?$/.test(text);
  return findTimeMs(isClock ? `${shown.slice(0, 10)} ${text.padStart(text.length < 6 ? 5 : 8, '0')}` : text);
}
