import { changelogFeed, pages, sitemap } from '../../urls.ts';
import { lastChanged } from '../page-text.ts';
import { anchorOf } from '../prose.ts';
import type { Site } from '../site.ts';
import { prose } from './markdown-text.ts';

/** Crawlers may read everything except personal pages. */
export const robotsText = (site: Site) =>
  `User-agent: *\nDisallow: ${pages.apiKeys}\nDisallow: ${pages.account}\nDisallow: /users/\n\nSitemap: ${site.url}${sitemap}\n`;

export function sitemapText(site: Site): string {
  const entries = site.pages.map((page) => entryOf(site.url + page.path, lastChanged(site.sectionsOf(page))));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    // The landing page changes every ten minutes, so it has no date.
    entryOf(site.url + pages.landing, undefined),
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

const entryOf = (address: string, day: string | undefined) =>
  `  <url><loc>${address}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;

/** The dated steps of the documentation as an Atom feed, the newest first. */
export function changelogFeedText(site: Site): string {
  const entries = datedSteps(site);
  const { provider } = site.summary;
  const page = site.url + (site.pages.find(({ path }) => path === pages.changelog) ?? site.firstPage).path;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>${escapeXml(provider.name)} API changelog</title>
  <id>${page}</id>
  <link href="${page}"/>
  <link rel="self" type="application/atom+xml" href="${site.url}${changelogFeed}"/>
  <updated>${moment(entries[0]?.date ?? '1970-01-01')}</updated>
  <author><name>${escapeXml(provider.name)}</name></author>
${entries.map(entryText).join('\n')}
</feed>
`;
}

interface Change {
  title: string;
  date: string;
  text: string;
  url: string;
}

function datedSteps(site: Site): Change[] {
  return site.pages
    .flatMap((page) =>
      site.sectionsOf(page).flatMap((section) => {
        if (section.kind !== 'guide') return [];
        const { title: heading, steps = [] } = section.guide;
        return steps.flatMap(({ title, date, description }) => {
          const url = `${site.url}${page.path}#${anchorOf(heading)}-${anchorOf(title)}`;
          return date === undefined ? [] : [{ title, date, text: prose(description, url), url }];
        });
      }),
    )
    .sort((one, other) => other.date.localeCompare(one.date));
}

const entryText = ({ title, date, text, url }: Change) => `  <entry>
    <title>${escapeXml(title)}</title>
    <id>${escapeXml(url)}</id>
    <link href="${escapeXml(url)}"/>
    <updated>${moment(date)}</updated>
    <content type="text">${escapeXml(text)}</content>
  </entry>`;

const moment = (date: string) => `${date}T00:00:00Z`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
