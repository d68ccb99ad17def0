import { describe, expect, test } from 'vitest';
import { llmsFullText, llmsText } from '../../src/content/outputs/llms.ts';
import { openApiOf } from '../../src/content/outputs/openapi.ts';
import { searchEntries } from '../../src/content/outputs/search-index.ts';
import {
  changelogFeed,
  licences,
  llms,
  llmsFull,
  markdownOf,
  openApi,
  pages,
  status,
  statusRunsFeed,
} from '../../src/urls.ts';
import { idsIn, renderAll, sites } from './content-site.ts';

describe.each(sites)('the documentation %s', (_name, site) => {
  const rendered = renderAll(site);
  const anchors = new Map([...rendered].map(([path, html]) => [path, new Set(idsIn(html))]));
  const others: string[] = [
    pages.landing,
    pages.apiKeys,
    pages.account,
    openApi,
    llms,
    llmsFull,
    changelogFeed,
    licences,
    status,
    statusRunsFeed,
  ];

  /** Describes what is wrong with a link on a page. */
  function fault(link: string, from: string): string | undefined {
    const url = new URL(link, site.url + from);
    if (url.origin !== new URL(site.url).origin) return undefined;
    if (others.includes(url.pathname) || /^\/(api\/v1|mcp)\b/.test(url.pathname)) return undefined;
    const path = url.pathname.replace(/\.md$/, '');
    const known = anchors.get(path);
    if (!known) return `${from} links to ${link}: there is no such page`;
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor === '' || known.has(anchor) ? undefined : `${from} links to ${link}: no such anchor`;
  }

  test('has no link to a page or an anchor that does not exist', () => {
    const faults = [...rendered].flatMap(([path, html]) => {
      const links = [...html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map((match) => match[1]!);
      expect([path, links.length > 20]).toEqual([path, true]);
      return links.map((link) => fault(link.replaceAll('&amp;', '&'), path));
    });
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  });

  test('has no anchor twice on one page', () => {
    for (const [path, html] of rendered) {
      const ids = idsIn(html);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    }
  });

  test('is found by search at anchors that exist', () => {
    const faults = searchEntries(site).map((entry) => fault(entry.href, '/docs'));
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  });

  test('is linked to from Markdown, llms.txt and OpenAPI at addresses that exist', () => {
    const texts = [llmsText(site), llmsFullText(site), JSON.stringify(openApiOf(site))];
    const links = texts.flatMap((text) => text.match(/https:\/\/portal\.test[^\s)"'`\\]*/g) ?? []);
    expect(links.length).toBeGreaterThan(100);
    const faults = links.map((link) => fault(link.replace(/[.,]$/, ''), '/docs'));
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  });

  test('names every page in llms.txt, with its Markdown address and description', () => {
    const lines = llmsText(site).split('\n');
    for (const { title, path, description } of site.pages) {
      expect(lines).toContain(`- [${title}](${site.url}${markdownOf(path)}): ${description}`);
    }
  });
});
