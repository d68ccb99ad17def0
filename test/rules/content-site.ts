import { join } from 'node:path';
import type { ApiName, Sandbox } from '../../src/content/contract.ts';
import { isSandboxed } from '../../src/content/sandbox.ts';
import { loadSite, type Site } from '../../src/content/site.ts';
import { root } from '../../src/platform/root.ts';
import { renderBody } from '../../src/web/server.tsx';

const portal = 'https://portal.test';

const own = { forecasts: `${portal}/api/v1`, data: `${portal}/api/v1` };
const providers = { forecasts: 'https://forecasts.test/api/v1', data: 'https://data.test/api/v1' };

/** Loads the real documentation as a portal shows it that simulates these APIs. */
export function siteOn(sandbox: Sandbox): Site {
  const hostOf = (api: ApiName) => (isSandboxed(sandbox, api) ? own : providers)[api];
  const mcp = sandbox === 'both' ? `${portal}/mcp` : 'https://mcp.test/sse';
  const hosts = { forecasts: hostOf('forecasts'), data: hostOf('data'), mcp, portal };
  return loadSite(join(root, 'content'), hosts, { sandbox });
}

export const sandboxSite = siteOn('both');
export const providerSite = siteOn(false);
export const sites: [string, Site][] = [
  ['on the sandbox', sandboxSite],
  ["on the provider's hosts", providerSite],
];

/** Renders the content of every documentation page, by path. */
export function renderAll(site: Site): Map<string, string> {
  return new Map(
    site.pages.map((page) => [
      page.path,
      renderBody({ site: site.summary, path: page.path, sections: site.sectionsOf(page) }),
    ]),
  );
}

export const idsIn = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!);
