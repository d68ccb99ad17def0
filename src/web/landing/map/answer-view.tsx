import { codeInAll } from '../../../content/requests/code.ts';
import { flightInViewer } from '../../../content/requests/flight-in-viewer.ts';
import { LanguageCode } from '../../code/language-code.tsx';
import { PictureView } from '../../pictures/picture-view.tsx';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import type { MapAnswer } from './map-calls.ts';

/** What the API said, drawn, and beside it the call that anyone with a key can make. */
export function MapAnswerView({ answer: { name, picture, request, mission } }: { answer: MapAnswer }) {
  const { keys } = useSite();
  return (
    <>
      <figure className="picture" aria-label={name}>
        <PictureView picture={picture} name={name} />
      </figure>
      <div>
        <LanguageCode title="The call that made it" texts={codeInAll(request, keys.environment)} />
        <p className="fleet-note">
          Made just now by this page, without a key. In your own program it takes a key.{' '}
          {mission && (
            <Link className="link" href={flightInViewer(mission)}>
              See the whole flight
            </Link>
          )}
        </p>
      </div>
    </>
  );
}
