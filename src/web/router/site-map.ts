import type { NavigationGroup, Page, SiteSummary } from '../../content/contract.ts';
import { markdownOf, oauth, pages } from '../../urls.ts';

type Place =
  /** Pages outside of the navigation, such as those of the footer, have no group. */
  | { kind: 'docs'; page: Page; group?: NavigationGroup }
  | {
      kind: 'api-keys' | 'account' | 'consent' | 'reset-password' | 'undo-email';
      title: string;
      description: string;
    }
  | { kind: 'landing' }
  | { kind: 'not-found' };

const ownPages: Record<string, Place> = {
  [pages.landing]: { kind: 'landing' },
  [pages.apiKeys]: {
    kind: 'api-keys',
    title: 'API Keys',
    description: 'Create, rename and delete your API keys.',
  },
  [pages.account]: {
    kind: 'account',
    title: 'Account',
    description: 'Your profile, sessions, apps and data.',
  },
  [oauth.authorize]: {
    kind: 'consent',
    title: 'Connect an app',
    description: 'Allow an app to use the MCP server for you.',
  },
  [pages.resetPassword]: {
    kind: 'reset-password',
    title: 'Set a new password',
    description: 'Set a new password for your account.',
  },
  [pages.undoEmail]: {
    kind: 'undo-email',
    title: 'Undo the email change?',
    description: 'Return your account to its previous email.',
  },
};

export function placeAt(site: SiteSummary, path: string): Place {
  const ownPage = ownPages[path];
  if (ownPage) return ownPage;
  for (const group of site.navigation) {
    const page = group.pages.find((candidate) => candidate.path === path);
    if (page) return { kind: 'docs', page, group };
  }
  const page = site.footer.flatMap((group) => group.pages).find((candidate) => candidate.path === path);
  return page ? { kind: 'docs', page } : { kind: 'not-found' };
}

/** A provider may leave out pages that others link to. */
export const hasPage = (site: SiteSummary, path: string) => placeAt(site, path).kind === 'docs';

export function chaptersAround(site: SiteSummary, path: string) {
  const all = site.navigation.flatMap((group) =>
    group.pages.map((page) => ({ ...page, title: ownTitle(site, { page, group }) })),
  );
  const index = all.findIndex((page) => page.path === path);
  return index < 0 ? {} : { previous: all[index - 1], next: all[index + 1] };
}

export interface PageHead {
  title: string;
  description: string;
  markdown?: string;
  robots?: 'noindex';
}

/** The content of the document's head, both when served and after each navigation. */
export function pageHead(site: SiteSummary, path: string): PageHead {
  const place = placeAt(site, path);
  const { name } = site.provider;
  const withName = (title: string) => `${title} · ${name} API`;
  switch (place.kind) {
    case 'landing':
      return { title: `${name} API documentation`, description: landingSentence(site) };
    case 'docs':
      return {
        title: withName(ownTitle(site, place)),
        description: place.page.description,
        markdown: markdownOf(path),
      };
    case 'not-found':
      return { title: 'Page not found', description: "This page doesn't exist.", robots: 'noindex' };
    default:
      return { title: withName(place.title), description: place.description, robots: 'noindex' };
  }
}

/** Two groups have an Introduction. Their titles must differ in bookmarks, search results and chapter links. */
function ownTitle(site: SiteSummary, { page, group }: { page: Page; group?: NavigationGroup }): string {
  const all = site.navigation.flatMap((each) => each.pages);
  const isShared = all.filter(({ title }) => title === page.title).length > 1;
  return group && isShared ? `${page.title} · ${group.title}` : page.title;
}

export const landingSentence = ({ provider }: SiteSummary): string =>
  `An API documentation platform for ${provider.name}: ${provider.offers}.`;
