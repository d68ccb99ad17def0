import { markdownOf } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { cursorLink, promptLink, vsCodeLink } from './assistant-links.ts';

/** Drawn in the browser alone: an assistant needs the page's whole address. */
export function OpenInLinks({ path }: { path: string }) {
  const { assistants, hosts, keys, provider } = useSite();
  const markdown = location.origin + markdownOf(path);
  const server = hosts.mcp && { name: provider.name.toLowerCase(), url: hosts.mcp };
  return (
    <>
      <Entry href={markdown} title="View as Markdown" />
      {assistants.map(({ name, url }) => (
        <Entry key={name} href={promptLink(url, markdown)} title={`Open in ${name}`} />
      ))}
      {server && (
        <>
          <p className="open-in-title">Add the MCP server</p>
          <Entry href="https://claude.ai/settings/connectors" title="To Claude" />
          <Entry href={vsCodeLink(server)} title="To VS Code" />
          <Entry href={cursorLink(server, keys.environment)} title="To Cursor" />
        </>
      )}
    </>
  );
}

const Entry = ({ href, title }: { href: string; title: string }) => (
  <Link href={href} className="open-in-entry">
    {title}
  </Link>
);
