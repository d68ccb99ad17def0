import type { Access, EndpointDoc, SiteSummary } from '../../content/contract.ts';
import { type ApiToken, allAccessRole } from '../../keys/contract.ts';
import { browserReader } from '../data/browser-reader.ts';
import { loadSections } from '../data/load-page.ts';

export interface EndpointSummary {
  title: string;
  path: string;
  access: Access;
  /** The page that describes it. */
  page: string;
}

/** A key opens what is free; only one with all access opens the rest. */
export type Reach = 'open' | 'needs a key' | 'needs all access';

export function reachOf(access: Access, tokens: Pick<ApiToken, 'roles'>[]): Reach {
  if (access === 'free') return tokens.length > 0 ? 'open' : 'needs a key';
  return tokens.some((token) => token.roles.includes(allAccessRole)) ? 'open' : 'needs all access';
}

/** Every endpoint of the documentation, in its order, the open ones first. */
export async function loadEndpoints(site: SiteSummary): Promise<EndpointSummary[]> {
  const reader = await browserReader();
  const pages = site.navigation.flatMap((group) => group.pages);
  const perPage = await Promise.all(
    pages.map(async (page) => {
      const refs = page.sections.filter((ref) => 'endpoint' in ref);
      const sections = await loadSections({ ...page, sections: refs }, reader);
      return sections.flatMap((section) =>
        section.kind === 'endpoint' ? [summarize(section.endpoint, page.path)] : [],
      );
    }),
  );
  return perPage.flat().sort((one, other) => Number(other.access === 'free') - Number(one.access === 'free'));
}

const summarize = ({ title, access, endpoint }: EndpointDoc, page: string): EndpointSummary => ({
  title,
  path: endpoint.path,
  access,
  page,
});
