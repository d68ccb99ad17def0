import { Pin, PinOff } from 'lucide';
import { chooseRail, useRail } from '../preferences/preferences.ts';
import { Icon } from '../ui/icon.tsx';

/** Offered where the content has room beside an open sidebar. */
export function PinButton() {
  const isPinned = useRail() === 'pinned';
  const icon = isPinned ? PinOff : Pin;
  return (
    <button
      type="button"
      className="rail-row pin-button"
      aria-label="Keep the sidebar open"
      aria-pressed={isPinned}
      onClick={() => chooseRail(isPinned ? 'free' : 'pinned')}
    >
      <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />
      <span className="rail-label">{isPinned ? 'Let it close' : 'Keep open'}</span>
    </button>
  );
}
