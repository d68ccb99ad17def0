import type { NavigationGroup, Page, SiteSummary } from '../../content/contract.ts';
import { markdownOf, pages } from '../../urls.ts';

type Place =
  /** Pages outside of the navigation, such as those of the footer, have no group. */
  | { kind: 'docs'; page: Page; group?: NavigationGroup }
  | { kind: 'landing' | 'api-keys' | 'account' | 'reset-password' | 'undo-email' | 'not-found' };

const ownPages: Record<string, Exclude<Place['kind'], 'docs'>> = {
  [pages.landing]: 'landing',
  [pages.apiKeys]: 'api-keys',
  [pages.account]: 'account',
  [pages.resetPassword]: 'reset-password',
  [pages.undoEmail]: 'undo-email',
};

export function placeAt(site: SiteSummary, path: string): Place {
  const kind = ownPages[path];
  if (kind) return { kind };
  for (const group of site.navigation) {
    const page = group.pages.find((candidate) => candidate.path === path);
    if (page) return { kind: 'docs', page, group };
  }
  const page = site.footer.flatMap((group) => group.pages).find((candidate) => candidate.path === path);
  return page ? { kind: 'docs', page } : { kind: 'not-found' };
}

/** A provider may leave out pages that others link to. */
export const hasPage = (site: SiteSummary, path: string) => placeAt(site, path).kind === 'docs';

export function chaptersAround(
  site: SiteSummary,
  path: string,
): { previous?: Page | undefined; next?: Page | undefined } {
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
    case 'api-keys':
      return noindex(withName('API Keys'), 'Create, rename and delete your API keys.');
    case 'account':
      return noindex(withName('Account'), 'Your profile, sessions and data.');
    case 'undo-email':
      return noindex(withName('Undo the email change'), 'Return your account to its previous email.');
    case 'reset-password':
      return noindex(withName('Set a new password'), 'Set a new password for your account.');
    case 'not-found':
      return noindex('Page not found', "This page doesn't exist.");
  }
}

const noindex = (title: string, description: string): PageHead => ({ title, description, robots: 'noindex' });

/** Two groups have an Introduction. Their titles must differ in bookmarks, search results and chapter links. */
function ownTitle(site: SiteSummary, { page, group }: { page: Page; group?: NavigationGroup }): string {
  const all = site.navigation.flatMap((each) => each.pages);
  const isShared = all.filter(({ title }) => title === page.title).length > 1;
  return group && isShared ? `${page.title} · ${group.title}` : page.title;
}

export const landingSentence = ({ provider }: SiteSummary): string =>
  `An API documentation platform for ${provider.name}: ${provider.offers}.`;
