import { codeInAll } from '../../requests/code.ts';
import { LanguageCode } from '../code/language-code.tsx';
import { useSite } from '../router/router-context.tsx';
import { flightDataCall, observationsCall, predictionCall } from './store/viewer-calls.ts';
import type { Flight } from './store/viewer-data.ts';

/** The calls that these pictures are drawn from, to be made by a program of one's own. */
export function CodeOfPictures({ flight, number }: { flight: Flight; number: number }) {
  const { hosts } = useSite();
  const leg = flight.legs[number - 1];
  if (!leg) return null;
  const parts = [
    { title: `The rows of leg ${number}`, call: observationsCall(flight.id, leg) },
    { title: 'Where it has been', call: flightDataCall(flight.id) },
    // Of one that has landed there is none.
    ...(flight.path.length > 0 ? [{ title: 'Where it will go', call: predictionCall(flight.id) }] : []),
  ];
  return (
    <>
      <p className="viewer-code-note">
        They run as they stand, with an all-access key in <code className="inline-code">WB_CLIENT_ID</code>{' '}
        and <code className="inline-code">WB_API_KEY</code>. With a free key the Data API answers 403.
      </p>
      {parts.map(({ title, call }) => (
        <LanguageCode
          key={title}
          title={title}
          texts={codeInAll({ base: hosts.data, ...call, isFile: false })}
        />
      ))}
    </>
  );
}
