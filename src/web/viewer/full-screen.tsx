import { Maximize2, Minimize2 } from 'lucide';
import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';

/** Where the browser can: a phone's may not. */
export function FullScreenButton({ of }: { of: RefObject<HTMLElement | null> }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (isFull ? document.exitFullscreen() : of.current?.requestFullscreen());
  const icon = isFull ? Minimize2 : Maximize2;
  const label = isFull ? 'Leave full screen' : 'Full screen';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      <Icon of={icon} size={18} />
    </button>
  );
}
