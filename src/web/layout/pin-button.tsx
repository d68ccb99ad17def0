import { Pin, PinOff } from 'lucide-react';
import { chooseRail, useRail } from '../preferences/preferences.ts';

/** Offered where the content has room beside an open sidebar. */
export function PinButton() {
  const isPinned = useRail() === 'pinned';
  const Icon = isPinned ? PinOff : Pin;
  return (
    <button
      type="button"
      className="rail-row pin-button"
      aria-label="Keep the sidebar open"
      aria-pressed={isPinned}
      onClick={() => chooseRail(isPinned ? 'free' : 'pinned')}
    >
      <Icon size={18} strokeWidth={1.75} className="rail-icon" aria-hidden="true" />
      <span className="rail-label">{isPinned ? 'Let it close' : 'Keep open'}</span>
    </button>
  );
}
