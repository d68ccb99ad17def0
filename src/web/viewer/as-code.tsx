import { useState } from 'react';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

const writers = onDemand(() => import('./code-of-pictures.tsx'));

/** What writes code comes when code is asked for. */
export function AsCode(pictures: { flight: Flight; number: number; settings: Settings }) {
  const [isOpen, setOpen] = useState(false);
  const { value: code } = useOnDemand(writers, isOpen);
  return (
    <details className="viewer-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>These pictures as code</summary>
      {code && <code.CodeOfPictures {...pictures} />}
    </details>
  );
}
