import { type FormEvent, useRef, useState } from 'react';
import { findTimeMs } from '../../weather/api-time.ts';
import { fieldText } from './row-words.ts';
import { useCursorRow, useViewer } from './viewer-context.tsx';

/** The time of the row under the cursor, to be read and to be typed over. */
export function TimeField() {
  const viewer = useViewer();
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  const [isWrong, setWrong] = useState(false);
  useCursorRow((row) => {
    if (!field.current || !row) return;
    shown.current = fieldText(row.timestamp);
    field.current.value = shown.current;
  });
  const take = () => {
    const text = field.current?.value.trim() ?? '';
    const timeMs = typedTimeMs(text, shown.current);
    setWrong(timeMs === undefined);
    if (timeMs !== undefined && text !== shown.current) void viewer.chooseTime(timeMs / 1000);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={onSubmit}>
      <label className="viewer-field">
        <span>{isWrong ? 'Type a time such as 04:20' : 'Sounding time, UTC'}</span>
        <input
          ref={field}
          aria-label="Sounding time, UTC"
          aria-invalid={isWrong || undefined}
          autoComplete="off"
          spellCheck={false}
          size={19}
          onBlur={take}
        />
      </label>
      <span className="visually-hidden" aria-live="polite">
        {isWrong && 'Type a time such as 2026-11-15 04:20:10, or 04:20 of the same day.'}
      </span>
    </form>
  );
}

/** A time of day alone is of the day that is shown. */
export function typedTimeMs(text: string, shown: string): number | undefined {
  const isClock = /^\d{1,2}:\d{2}(:\d{2})?$/.test(text);
  return findTimeMs(isClock ? `${shown.slice(0, 10)} ${text.padStart(text.length < 6 ? 5 : 8, '0')}` : text);
}
