import { join } from 'node:path';
import { loadSite, type Site } from '../../src/content/site.ts';
import { root } from '../../src/platform/root.ts';
import { renderBody } from '../../src/web/server.tsx';

const portal = 'https://portal.test';

/** The real documentation, as a portal on its own sandbox and as one before the provider's hosts shows it. */
export const sandboxSite = loadSite(
  join(root, 'content'),
  { data: `${portal}/api/v1`, forecasts: `${portal}/api/v1`, mcp: `${portal}/mcp`, portal },
  { sandbox: 'both' },
);
export const providerSite = loadSite(
  join(root, 'content'),
  {
    data: 'https://data.test/api/v1',
    forecasts: 'https://forecasts.test/api/v1',
    mcp: 'https://mcp.test/sse',
    portal,
  },
  { sandbox: false },
);
export const sites: [string, Site][] = [
  ['on the sandbox', sandboxSite],
  ["on the provider's hosts", providerSite],
];

/** The inside of every documentation page, by path. */
export function renderAll(site: Site): Map<string, string> {
  return new Map(
    site.pages.map((page) => [
      page.path,
      renderBody({ site: site.summary, path: page.path, sections: site.sectionsOf(page) }),
    ]),
  );
}

export const idsIn = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!);
