import { CalendarClock } from 'lucide';
import { useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { ControlProps } from './controls.ts';

interface TimeControlProps extends ControlProps {
  /** Seconds since 1970 instead of text. */
  isUnix: boolean;
  name: string;
}

/** Typed as the API takes it, or picked: in UTC either way. */
export function TimeControl({ isUnix, name, onChange, ...props }: TimeControlProps) {
  const picker = useRef<HTMLInputElement>(null);
  const timeMs = isUnix
    ? Number(props.value || Number.NaN) * 1000
    : Date.parse(`${props.value.slice(0, 16)}Z`);
  const picked =
    Number.isFinite(timeMs) && Math.abs(timeMs) < 8e15 ? new Date(timeMs).toISOString().slice(0, 16) : '';
  const pick = (text: string) => {
    if (text === '') return onChange('');
    onChange(isUnix ? String(Date.parse(`${text}Z`) / 1000) : `${text.slice(0, 13)}:00:00`);
  };
  return (
    <div className="console-time">
      <input
        {...props}
        className="console-input"
        inputMode={isUnix ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {!isUnix && <span className="console-zone">UTC</span>}
      <input
        ref={picker}
        type="datetime-local"
        className="console-picker"
        step={isUnix ? 60 : 3600}
        value={picked}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => pick(event.target.value)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Pick ${name} in UTC`}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon of={CalendarClock} size={16} />
      </button>
    </div>
  );
}
