import type { Page } from '../content/contract.ts';
import { lastChanged } from '../content/last-changed.ts';
import type { Site } from '../content/site.ts';
import { openApi, pages } from '../urls.ts';

/** What a page of the documentation is, for search engines, in the words of schema.org: nothing that it does not show. */
export function structuredData(site: Site, page: Page): object {
  const isOfApi = site.sectionsOf(page).some(({ kind }) => kind === 'endpoint');
  return {
    '@context': 'https://schema.org',
    '@graph': [article(site, page, isOfApi), breadcrumb(site, page), ...(isOfApi ? [webApi(site)] : [])],
  };
}

const apiId = (site: Site) => `${site.url}${pages.docs}#api`;

function article(site: Site, page: Page, isOfApi: boolean): object {
  const { provider } = site.summary;
  const day = lastChanged(site.sectionsOf(page));
  return {
    '@type': 'TechArticle',
    headline: page.title,
    description: page.description,
    url: site.url + page.path,
    inLanguage: 'en',
    ...(day && { dateModified: day }),
    publisher: { '@type': 'Organization', name: provider.name, url: provider.mainSite },
    ...(isOfApi && { about: { '@id': apiId(site) } }),
  };
}

/** As the page shows it above its title. */
function breadcrumb(site: Site, page: Page): object {
  const group = site.summary.navigation.find(({ pages: all }) => all.some(({ path }) => path === page.path));
  const steps = [
    { name: 'Docs', path: pages.docs },
    ...(group && group.pages.length > 1 ? [{ name: group.title, path: group.pages[0]!.path }] : []),
    ...(page.path === pages.docs ? [] : [{ name: page.title, path: page.path }]),
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  };
}

function webApi(site: Site): object {
  const { provider } = site.summary;
  return {
    '@type': 'WebAPI',
    '@id': apiId(site),
    name: `${provider.name} API`,
    documentation: [site.url + pages.docs, site.url + openApi],
    provider: { '@type': 'Organization', name: provider.name, url: provider.mainSite },
  };
}
