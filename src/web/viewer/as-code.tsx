import { useState } from 'react';
import { codeInAll } from '../../content/requests/code.ts';
import { LanguageCode } from '../code/language-code.tsx';
import { useSite } from '../router/router-context.tsx';
import { pictureRequests } from './overlays/picture-requests.ts';
import type { Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

interface ViewedPictures {
  flight: Flight;
  number: number;
  settings: Settings;
}

/** The code is written only while it is open: it changes with every leg. */
export function AsCode(pictures: ViewedPictures) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="viewer-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>These pictures as code</summary>
      {isOpen && <CodeOfPictures {...pictures} />}
    </details>
  );
}

/** The calls that these pictures are drawn from, to be made by a program of one's own. */
function CodeOfPictures({ flight, number, settings }: ViewedPictures) {
  const { hosts, keys } = useSite();
  return (
    <>
      <p className="viewer-code-note">
        They run as they stand, with an all-access key in{' '}
        <code className="inline-code">{keys.environment.clientId}</code> and{' '}
        <code className="inline-code">{keys.environment.apiKey}</code>. With a free key the Data API answers
        403.
      </p>
      {pictureRequests({ flight, number, settings, hosts, nowMs: Date.now() }).map(({ title, request }) => (
        <LanguageCode key={title} title={title} texts={codeInAll(request, keys.environment)} />
      ))}
    </>
  );
}
