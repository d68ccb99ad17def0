import { Menu } from '@base-ui/react/menu';
import { markdownOf } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { installLinks } from './install-links.ts';

/** The menu opens when it is mounted, in the browser only: an assistant needs the full URL of the page. */
export function OpenInMenu({ path, button }: { path: string; button: Menu.Trigger.Props }) {
  const site = useSite();
  const markdown = location.origin + markdownOf(path);
  const links = installLinks(site);
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger {...button} />
      <Menu.Portal>
        <Menu.Positioner className="open-in-positioner" align="end" sideOffset={6}>
          <Menu.Popup className="open-in-list">
            <Entry href={markdown} title="View as Markdown" />
            {site.assistants.map(({ name, url }) => (
              <Entry key={name} href={promptLink(url, markdown)} title={`Open in ${name}`} />
            ))}
            {links.length > 0 && (
              <Menu.Group>
                <Menu.GroupLabel className="open-in-title">MCP server</Menu.GroupLabel>
                {links.map((link) => (
                  <Entry key={link.title} {...link} />
                ))}
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

/** `{prompt}` in an assistant's URL becomes a first message that names the page. */
export const promptLink = (address: string, markdown: string) =>
  address.replace('{prompt}', encodeURIComponent(`Read ${markdown} and answer my questions about it.`));
