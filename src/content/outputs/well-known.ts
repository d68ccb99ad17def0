import type { FastifyInstance } from 'fastify';
import packageFile from '../../../package.json' with { type: 'json' };
import { anyOrigin, revalidate, sendPublicFile, servedFile } from '../../platform/http/served-file.ts';
import { dayMs } from '../../time.ts';
import {
  apiCatalog,
  iconPng,
  iconSvg,
  llms,
  mcpServerCard,
  oldMcpServerCard,
  openApi,
  pages,
  securityTxt,
  skillAddress,
  skillIndex,
} from '../../urls.ts';
import type { Site } from '../site.ts';
import { skillIndexOf, skillName, skillText } from './skills.ts';

/** Files at well-known addresses, where programs look for them. */
export function wellKnownRoutes(app: FastifyInstance, site: Site, nowMs: number): void {
  const serve = (path: string, type: string, text: string | Buffer) => {
    const file = servedFile(type, text, revalidate);
    app.get(path, (request, reply) => sendPublicFile(request, reply, file));
  };
  const { weather, hosts } = site.summary;
  serve(apiCatalog, linksetType, JSON.stringify(apiCatalogOf(site)));
  if (hosts.mcp) {
    serve(mcpServerCard, serverCardType, JSON.stringify(serverCardOf(site)));
    // A whole address, because a gateway may pass on the old path alone.
    const moved = site.url + mcpServerCard;
    app.get(oldMcpServerCard, (_request, reply) => reply.headers(anyOrigin).redirect(moved, 308));
  }
  if (weather) {
    const skill = skillText(site);
    serve(skillIndex, 'application/json; charset=utf-8', JSON.stringify(skillIndexOf(site, skill)));
    serve(skillAddress(skillName), 'text/markdown; charset=utf-8', skill);
  }
  serve(iconSvg, 'image/svg+xml', site.look.icon);
  if (site.look.iconPng) serve(iconPng, 'image/png', site.look.iconPng);
  serve(securityTxt, 'text/plain; charset=utf-8', securityText(site, nowMs));
}

const serverCardType = 'application/mcp-server-card+json';
const linksetType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The API catalog of RFC 9727: a set of links (RFC 9264) to the description of each API. */
function apiCatalogOf(site: Site): object {
  const { forecasts, data, mcp } = site.summary.hosts;
  const described = {
    'service-desc': [{ href: site.url + openApi, type: 'application/json' }],
    'service-doc': [
      { href: site.url + site.firstPage.path, type: 'text/html' },
      { href: site.url + llms, type: 'text/plain' },
    ],
  };
  const apis = [...new Set([forecasts, data])].map((anchor) => ({ anchor, ...described }));
  const serverCard = [{ href: site.url + mcpServerCard, type: serverCardType }];
  return {
    linkset: [
      ...apis,
      ...(mcp ? [{ anchor: mcp, 'service-desc': serverCard, 'service-doc': described['service-doc'] }] : []),
    ],
  };
}

/** The MCP server card of the draft SEP-2127, which a client can read before it connects. */
function serverCardOf(site: Site): object {
  const { provider, hosts, weather, hasMcpSignIn } = site.summary;
  const access = hasMcpSignIn ? 'Connect by signing in, or with an API key' : 'Requires an API key';
  const offer = weather
    ? `The API of ${provider.name}: ${provider.offers}, and the documentation.`
    : `The documentation of the ${provider.name} API: ${provider.offers}.`;
  const name = provider.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${new URL(site.url).hostname.split('.').reverse().join('.')}/${name}`,
    version: packageFile.version,
    title: provider.name,
    description: `${offer} ${access} (bearer token, basic auth or personal link).`,
    websiteUrl: site.url + pages.mcp,
    icons: iconsOf(site),
    remotes: [
      {
        type: 'streamable-http',
        url: hosts.mcp,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer <client ID>:<API key>',
            isRequired: !hasMcpSignIn,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** Icons as the Model Context Protocol describes them. Not every client shows SVG. */
export const iconsOf = ({ url, look }: Site) => [
  { src: url + iconSvg, mimeType: 'image/svg+xml', sizes: ['any'] },
  ...(look.iconPng ? [{ src: url + iconPng, mimeType: 'image/png', sizes: ['96x96'] }] : []),
];

/** RFC 9116 recommends less than a year. The text is generated at each start. */
const validDays = 360;

function securityText(site: Site, nowMs: number): string {
  const support = site.pages.find(({ path }) => path.endsWith('/support'));
  return [
    `Contact: mailto:${site.summary.provider.dataTeam}`,
    `Expires: ${new Date(nowMs + validDays * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}${securityTxt}`,
    ...(support ? [`Policy: ${site.url}${support.path}`] : []),
    '',
  ].join('\n');
}
