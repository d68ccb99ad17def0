import { codeInAll } from '../../content/requests/code.ts';
import { LanguageCode } from '../code/language-code.tsx';
import { useSite } from '../router/router-context.tsx';
import { pictureRequests } from './overlays/picture-requests.ts';
import type { Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

interface CodeOfPicturesProps {
  flight: Flight;
  number: number;
  settings: Settings;
}

/** The calls that these pictures are drawn from, to be made by a program of one's own. */
export function CodeOfPictures({ flight, number, settings }: CodeOfPicturesProps) {
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
