import { changelogFeed, llms, llmsFull, markdownOf as markdownAddress, openApi, pages } from '../../urls.ts';
import type { PageGroup } from '../contract.ts';
import { sandboxSentence } from '../sandbox.ts';
import type { Site } from '../site.ts';
import { markdownOf } from './markdown.ts';
import { blocks, heading, prose } from './markdown-text.ts';

/** The index of the documentation for language models, in the format of llmstxt.org. */
export function llmsText(site: Site): string {
  const { navigation, footer } = site.summary;
  const alone = navigation.filter((group) => group.pages.length === 1);
  const others = navigation.filter((group) => group.pages.length > 1);
  return `${blocks(
    introduction(site),
    linkSection(site, { title: 'Start here', pages: alone.flatMap((group) => group.pages) }),
    ...[...others, ...footer].map((group) => linkSection(site, group)),
    heading(2, 'Optional'),
    [
      `- [OpenAPI](${site.url}${openApi}): Every endpoint as an OpenAPI 3.1 description.`,
      ...(hasPage(site, pages.changelog)
        ? [`- [Changelog feed](${site.url}${changelogFeed}): What changed, as an Atom feed.`]
        : []),
      `- [Everything](${site.url}${llmsFull}): All pages in one file.`,
    ].join('\n'),
  )}\n`;
}

export function llmsFullText(site: Site): string {
  const texts = site.pages.map((page) => markdownOf(site, page.path)?.trimEnd());
  return `${[introduction(site), ...texts].join('\n\n---\n\n')}\n`;
}

function introduction(site: Site): string {
  const { provider, apis, hosts, sandbox } = site.summary;
  return blocks(
    heading(1, `${provider.name} API`),
    `> ${firstParagraph(site)}`,
    [
      ...apis.map(({ baseLabel, url }) => `- ${baseLabel}: ${url}`),
      ...(hosts.mcp ? [`- MCP server: ${hosts.mcp}`] : []),
      '- Authentication: HTTP basic auth with the client ID as username and the API key as password.',
      `- Add \`.md\` to a page's address to get it as Markdown, for example ${site.url}${markdownAddress(site.firstPage.path)}.`,
    ].join('\n'),
    sandboxSentence(sandbox),
  );
}

/** The first paragraph of the documentation. */
function firstParagraph(site: Site): string {
  const { firstPage } = site;
  const guide = site.sectionsOf(firstPage).find((section) => section.kind === 'guide')?.guide;
  return prose(guide?.description ?? firstPage.description, site.url).replace(/\n.*/s, '');
}

function linkSection(site: Site, { title, pages: listed }: PageGroup): string | undefined {
  if (listed.length === 0) return undefined;
  const links = listed.map(
    (page) => `- [${page.title}](${site.url}${markdownAddress(page.path)}): ${page.description}`,
  );
  return blocks(heading(2, title), links.join('\n'));
}

/** Markdown of the pages that are not documentation, by address. */
export const otherMarkdowns = (site: Site): Record<string, string> => ({
  [pages.landing]: llmsText(site),
  [pages.apiKeys]: `${blocks(
    heading(1, 'API Keys'),
    'Users sign in on this page to create and manage their API keys. It needs a browser. Each secret is shown once.',
    `${hasPage(site, pages.authentication) ? `How to use a key: ${site.url}${pages.authentication}. ` : ''}All pages: ${site.url}${llms}`,
  )}\n`,
  [pages.account]: `${blocks(
    heading(1, 'Account'),
    'Signed-in users change their name, email and password on this page, see their sessions, download their data or delete the account. It needs a browser.',
    `What we store: ${site.url}${pages.privacy}. All pages: ${site.url}${llms}`,
  )}\n`,
});

const hasPage = (site: Site, path: string) => site.pages.some((page) => page.path === path);

export const missingMarkdown = (site: Site) =>
  `${blocks(heading(1, 'Not found'), `There is no page at this address. All pages: ${site.url}${llms}`)}\n`;
