import packageFile from '../../../package.json' with { type: 'json' };
import { pages } from '../../urls.ts';
import type { Site } from '../site.ts';
import { iconsOf } from './icon.ts';

/** What an MCP client may know of the server before it connects: the draft of MCP server cards (SEP-2127). */
export function serverCardOf(site: Site): object {
  const { provider, hosts } = site.summary;
  const name = provider.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${new URL(site.url).hostname.split('.').reverse().join('.')}/${name}`,
    version: packageFile.version,
    title: provider.name,
    description: `The API of ${provider.name}: ${provider.offers}, and the documentation. It needs an API key, as bearer, basic auth or in the personal link.`,
    websiteUrl: site.url + pages.mcp,
    icons: iconsOf(site),
    remotes: [
      {
        type: 'streamable-http',
        url: hosts.mcp,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer <client id>:<API key>',
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
