import type { Settings } from './store/viewer-address.ts';
import { useViewer } from './viewer-context.tsx';

interface ScopeButtonProps<Name extends 'map' | 'profile'> {
  setting: Name;
  /** What a click shows. */
  next: Settings[Name];
  words: string;
}

/** In the corner of a picture: more of it, or less. */
export function ScopeButton<Name extends 'map' | 'profile'>({
  setting,
  next,
  words,
}: ScopeButtonProps<Name>) {
  const viewer = useViewer();
  return (
    <button type="button" className="viewer-scope" onClick={() => viewer.set(setting, next)}>
      {words}
    </button>
  );
}
