import type { SearchEntry } from '../../content/search-terms.ts';
import { pages } from '../../urls.ts';

/** Pages of the portal that are no documentation, with the words that people look for them by. */
export const ownPages: SearchEntry[] = [
  ownPage(-1, {
    title: 'API Keys',
    href: pages.apiKeys,
    excerpt: 'Create, rotate and delete your API keys, and see how they are used.',
    also: 'rotate rotation secret credentials client id usage refusals expiry',
  }),
  ownPage(-2, {
    title: 'Account',
    href: pages.account,
    excerpt: 'Your name, e-mail address, password and sessions; export or delete what is stored.',
    also: 'password session sign out export delete account close profile settings change name email',
  }),
];

type OwnPage = Pick<SearchEntry, 'title' | 'href' | 'excerpt' | 'also'>;

function ownPage(id: number, page: OwnPage): SearchEntry {
  return { id, kind: 'page', code: '', context: '', around: '', text: '', ...page };
}
