import { changelogFeed, pages, sitemap } from '../../urls.ts';
import { lastChanged, noActionNeeded } from '../page-text.ts';
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
  return atomFeed({
    title: `${provider.name} API changelog`,
    page,
    feed: site.url + changelogFeed,
    author: provider.name,
    updated: entries[0]?.updated ?? '1970-01-01T00:00:00Z',
    entries,
  });
}

interface Feed {
  title: string;
  /** The page with the same content, and the address of the feed itself. */
  page: string;
  feed: string;
  author: string;
  updated: string;
  /** Newest first. */
  entries: FeedEntry[];
}

interface FeedEntry {
  id: string;
  title: string;
  updated: string;
  text: string;
  url: string;
  categories?: string[];
}

export const atomFeed = ({
  title,
  page,
  feed,
  author,
  updated,
  entries,
}: Feed) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>${escapeXml(title)}</title>
  <id>${escapeXml(page)}</id>
  <link href="${escapeXml(page)}"/>
  <link rel="self" type="application/atom+xml" href="${escapeXml(feed)}"/>
  <updated>${updated}</updated>
  <author><name>${escapeXml(author)}</name></author>
${entries.map(entryText).join('\n')}
</feed>
`;

function datedSteps(site: Site): FeedEntry[] {
  return site.pages
    .flatMap((page) =>
      site.sectionsOf(page).flatMap((section) => {
        if (section.kind !== 'guide') return [];
        const { title: heading, steps = [] } = section.guide;
        return steps.flatMap(({ title, date, description, tag, needs_no_action }) => {
          const url = `${site.url}${page.path}#${anchorOf(heading)}-${anchorOf(title)}`;
          if (date === undefined) return [];
          const text = [prose(description, url), ...(needs_no_action ? [noActionNeeded] : [])].join('\n\n');
          const categories = tag ? [tag] : [];
          return [{ id: url, title, updated: moment(date), text, url, categories }];
        });
      }),
    )
    .sort((one, other) => other.updated.localeCompare(one.updated));
}

const entryText = ({ id, title, updated, text, url, categories = [] }: FeedEntry) => `  <entry>
    <title>${escapeXml(title)}</title>
    <id>${escapeXml(id)}</id>
    <link href="${escapeXml(url)}"/>
    <updated>${updated}</updated>
${categories.map((term) => `    <category term="${escapeXml(term)}"/>\n`).join('')}    <content type="text">${escapeXml(text)}</content>
  </entry>`;

const moment = (date: string) => `${date}T00:00:00Z`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
