import { Menu } from '@base-ui/react/menu';
import { markdownOf } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { cursorLink, promptLink, vsCodeLink } from './assistant-links.ts';

interface OpenInMenuProps {
  path: string;
  button: Menu.Trigger.Props;
}

/** Open from the start. Rendered in the browser alone: an assistant needs the page's whole address. */
export function OpenInMenu({ path, button }: OpenInMenuProps) {
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
                <Menu.GroupLabel className="open-in-title">Add the MCP server</Menu.GroupLabel>
                <Entry href="https://claude.ai/settings/connectors" title="To Claude" />
                <Entry href={vsCodeLink(server)} title="To VS Code" />
                <Entry href={cursorLink(server, keys.environment)} title="To Cursor" />
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
