import { Maximize2, Minimize2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

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
  const Icon = isFull ? Minimize2 : Maximize2;
  const label = isFull ? 'Leave full screen' : 'Full screen';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
