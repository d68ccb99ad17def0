import { llms, mcpServerCard, openApi } from '../../urls.ts';
import type { Site } from '../site.ts';

/** RFC 9727: which APIs there are and where each is described, as a set of links (RFC 9264). */
export function apiCatalogOf(site: Site): object {
  const { forecasts, data, mcp } = site.summary.hosts;
  const described = {
    'service-desc': [{ href: site.url + openApi, type: 'application/json' }],
    'service-doc': [
      { href: site.url + site.pages[0]!.path, type: 'text/html' },
      { href: site.url + llms, type: 'text/plain' },
    ],
  };
  const apis = [...new Set([forecasts, data])].map((anchor) => ({ anchor, ...described }));
  const serverCard = [{ href: site.url + mcpServerCard, type: 'application/json' }];
  return {
    linkset: [
      ...apis,
      ...(mcp ? [{ anchor: mcp, 'service-desc': serverCard, 'service-doc': described['service-doc'] }] : []),
    ],
  };
}
