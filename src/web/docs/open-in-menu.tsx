import { Menu } from '@base-ui/react/menu';
import type { Environment } from '../../content/contract.ts';
import { markdownOf } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';

/** The menu opens when it is mounted, in the browser only: an assistant needs the full URL of the page. */
export function OpenInMenu({ path, button }: { path: string; button: Menu.Trigger.Props }) {
  const { assistants, hosts, keys, provider } = useSite();
  const markdown = location.origin + markdownOf(path);
  const server = hosts.mcp && { name: provider.name.toLowerCase(), url: hosts.mcp };
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger {...button} />
      <Menu.Portal>
        <Menu.Positioner className="open-in-positioner" align="end" sideOffset={6}>
          <Menu.Popup className="open-in-list">
            <Entry href={markdown} title="View as Markdown" />
            {assistants.map(({ name, url }) => (
              <Entry key={name} href={promptLink(url, markdown)} title={`Open in ${name}`} />
            ))}
            {server && (
              <Menu.Group>
                <Menu.GroupLabel className="open-in-title">MCP server</Menu.GroupLabel>
                <Entry href="https://claude.ai/settings/connectors" title="Add to Claude" />
                <Entry href={vsCodeLink(server)} title="Add to VS Code" />
                <Entry href={cursorLink(server, keys.environment)} title="Add to Cursor" />
              </Menu.Group>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const Entry = ({ href, title }: { href: string; title: string }) => (
  <Menu.LinkItem closeOnClick className="open-in-entry" render={<Link href={href} />}>
    {title}
  </Menu.LinkItem>
);

interface McpServer {
  name: string;
  url: string;
}

/** `{prompt}` in an assistant's URL becomes a first message that names the page. */
export const promptLink = (address: string, markdown: string) =>
  address.replace('{prompt}', encodeURIComponent(`Read ${markdown} and answer my questions about it.`));

/** VS Code asks for the two values when it starts the server and stores them itself. */
export function vsCodeLink({ name, url }: McpServer): string {
  const inputs = [
    { type: 'promptString', id: 'client_id', description: 'Client ID' },
    { type: 'promptString', id: 'api_key', description: 'API key', password: true },
  ];
  const headers = headersFrom('input:client_id', 'input:api_key');
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url, headers, inputs }))}`;
}

/** Cursor reads the two values from its environment. */
export function cursorLink({ name, url }: McpServer, { clientId, apiKey }: Environment): string {
  const headers = headersFrom(`env:${clientId}`, `env:${apiKey}`);
  const config = encodeURIComponent(btoa(JSON.stringify({ url, headers })));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${config}`;
}

/** The editor replaces the placeholders with the values of these names. */
const headersFrom = (clientId: string, apiKey: string) => ({
  'X-Client-Id': `\${${clientId}}`,
  'X-Api-Key': `\${${apiKey}}`,
});
