import './endpoints-panel.css';
import { Check, Lock } from 'lucide';
import type { EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, isUsable } from '../../keys/contract.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { freeFirst, type Reach, reachOf } from './endpoint-reach.ts';

/** Which endpoints this person's keys open, and where they are. */
export function EndpointsPanel({ apiKeys }: { apiKeys: ApiToken[] }) {
  const { apis, hosts, keys } = useSite();
  const now = new Date();
  const usable = apiKeys.filter((apiKey) => isUsable(apiKey, now));
  const hasAllAccess = reachOf('all_access', usable) === 'open';
  return (
    <section className="keys-part" aria-labelledby="endpoints">
      <div className="endpoints-head">
        <h2 id="endpoints">Endpoints</h2>
        <p>
          {hasAllAccess
            ? 'Your all-access keys open every endpoint.'
            : `Free keys open ${keys.freeWords}. ${wayToAll(usable)}`}
        </p>
      </div>
      <dl className="endpoints-hosts">
        {apis.map(({ title, url }) => (
          <BaseUrl key={title} label={title} url={url} />
        ))}
        {hosts.mcp && <BaseUrl label="MCP server" url={hosts.mcp} />}
      </dl>
      <EndpointList apiKeys={usable} />
    </section>
  );
}

/** The section that asks for it stands above these, where there is a key to ask for. */
const wayToAll = (usable: ApiToken[]) =>
  usable.length > 0
    ? 'For everything else, ask for all access above.'
    : 'For everything else, make a key and ask for all access with it.';

function BaseUrl({ label, url }: { label: string; url: string }) {
  return (
    <div className="endpoints-host">
      <dt>{label}</dt>
      <dd>
        <code>{url}</code>
        <CopyButton text={url} label={`Copy ${label} URL`} />
      </dd>
    </div>
  );
}

function EndpointList({ apiKeys }: { apiKeys: ApiToken[] }) {
  const { endpoints } = useSite();
  const rows = freeFirst(endpoints).map((endpoint) => ({
    endpoint,
    reach: reachOf(endpoint.access, apiKeys),
  }));
  const closed = rows.filter(({ reach }) => reach === 'needs all access');
  return (
    <div className="endpoints-lists">
      <EndpointRows rows={rows.filter(({ reach }) => reach !== 'needs all access')} />
      {closed.length > 0 && (
        <details>
          <summary className="link endpoints-more">
            The {closed.length} endpoints that need all access
          </summary>
          <EndpointRows rows={closed} />
        </details>
      )}
    </div>
  );
}

interface Row {
  endpoint: EndpointSummary;
  reach: Reach;
}

function EndpointRows({ rows }: { rows: Row[] }) {
  return (
    <ul className="endpoints-list">
      {rows.map((row) => (
        <EndpointRow key={row.endpoint.title} {...row} />
      ))}
    </ul>
  );
}

const reachWords: Record<Reach, string> = {
  open: 'Open',
  'needs a key': 'Free key',
  'needs all access': 'All access',
};

function EndpointRow({ endpoint, reach }: Row) {
  const isOpen = reach === 'open';
  return (
    <li className="endpoints-row">
      <Link href={endpoint.page} className="link">
        {endpoint.title}
      </Link>
      <code>GET {endpoint.path}</code>
      <span className={isOpen ? 'endpoints-reach endpoints-reach-open' : 'endpoints-reach'}>
        {isOpen ? <Icon of={Check} size={15} /> : <Icon of={Lock} size={14} />}
        {reachWords[reach]}
      </span>
    </li>
  );
}
