import { pages, sitemap } from '../../urls.ts';
import type { Site } from '../site.ts';

/** Everything may be read; what is personal is not worth finding. */
export const robotsText = (site: Site) =>
  `User-agent: *\nDisallow: ${pages.apiKeys}\nDisallow: ${pages.account}\nDisallow: /users/\n\nSitemap: ${site.url}${sitemap}\n`;

export function sitemapText(site: Site): string {
  const addresses = [pages.landing, ...site.pages.map((page) => page.path)];
  const entries = addresses.map((path) => `  <url><loc>${site.url}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}
