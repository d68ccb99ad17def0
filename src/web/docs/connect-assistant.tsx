import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { installLinks } from './install-links.ts';

/** The address that people paste into an assistant, and links by which some assistants add it themselves. */
export function ConnectAssistant() {
  const site = useSite();
  return (
    <>
      <ServerUrl url={site.hosts.mcp ?? ''} />
      <p className="first-steps">
        {installLinks(site).map(({ title, href }) => (
          <Link key={title} href={href} className={buttonClass('secondary')}>
            {title}
          </Link>
        ))}
      </p>
    </>
  );
}

export const ServerUrl = ({ url }: { url: string }) => (
  <div className="route-line">
    <code className="route-address">
      <span className="route-path">{url}</span>
    </code>
    <CopyButton text={url} label="Copy server URL" />
  </div>
);
