import { pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { Button } from '../../ui/button.tsx';

const held = [
  'your name and e-mail address, and your password as a hash that cannot be read back',
  'where you are signed in: the browser, and when it was first and last seen',
  'your keys with their usage and refusals by day, and requests for access',
  'a record of what was done to your account and keys, with the network address for 30 days',
];

export function PersonalData({ onExport }: { onExport: () => void }) {
  const hasPrivacy = hasPage(useSite(), pages.privacy);
  return (
    <section className="account-card" aria-labelledby="account-data">
      <h2 id="account-data">Your data</h2>
      <p>This is stored about you:</p>
      <ul className="held-data">
        {held.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>
        {hasPrivacy && (
          <>
            The{' '}
            <Link className="link" href={pages.privacy}>
              privacy page
            </Link>{' '}
            says for how long each is kept.{' '}
          </>
        )}
        The export is one JSON file with all of it; it holds no secret of a key.
      </p>
      <div>
        <Button variant="secondary" onClick={onExport}>
          Export your data
        </Button>
      </div>
    </section>
  );
}
