import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';

export const AskForAccess = () => (
  <>
    Ask for all access on the{' '}
    <Link className="link" href={pages.apiKeys}>
      API Keys page
    </Link>
    .
  </>
);
