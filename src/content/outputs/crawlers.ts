import { pages, sitemap } from '../../urls.ts';
import { lastChanged } from '../last-changed.ts';
import type { Site } from '../site.ts';

/** Everything may be read; what is personal is not worth finding. */
export const robotsText = (site: Site) =>
  `User-agent: *\nDisallow: ${pages.apiKeys}\nDisallow: ${pages.account}\nDisallow: /users/\n\nSitemap: ${site.url}${sitemap}\n`;

export function sitemapText(site: Site): string {
  const entries = site.pages.map((page) => entryOf(site.url + page.path, lastChanged(site.sectionsOf(page))));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    // It is drawn anew every ten minutes.
    entryOf(site.url + pages.landing, undefined),
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

const entryOf = (address: string, day: string | undefined) =>
  `  <url><loc>${address}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
