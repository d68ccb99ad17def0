import './endpoints-panel.css';
import { Check, Lock } from 'lucide';
import type { Access, EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, hasAccess, isUsable } from '../../keys/contract.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from './context/keys-context.tsx';

type Availability = 'available' | 'needs a key' | 'needs all access';

export function availabilityOf(access: Access, apiKeys: Pick<ApiToken, 'roles'>[]): Availability {
  if (apiKeys.some((apiKey) => hasAccess(apiKey, access))) return 'available';
  return access === 'free' ? 'needs a key' : 'needs all access';
}

/** Lists the base URLs, and the endpoints with those that the user's keys can call first. */
export function EndpointsPanel() {
  const { apis, hosts, keys, endpoints } = useSite();
  const { apiKeys, now } = useKeys();
  const usable = apiKeys.filter((apiKey) => isUsable(apiKey, now));
  const rows = endpoints
    .toSorted((one, other) => Number(other.access === 'free') - Number(one.access === 'free'))
    .map((endpoint) => ({ endpoint, availability: availabilityOf(endpoint.access, usable) }));
  const locked = rows.filter(({ availability }) => availability === 'needs all access');
  return (
    <section className="keys-part" aria-labelledby="endpoints">
      <div className="endpoints-head">
        <h2 id="endpoints">Endpoints</h2>
        <p>
          {availabilityOf('all_access', usable) === 'available'
            ? 'Your all-access keys work with every endpoint.'
            : `Free keys work with ${keys.freeWords}. ${usable.length > 0 ? 'For everything else, request all access above.' : 'For everything else, create a key and request all access for it.'}`}
        </p>
      </div>
      <dl className="endpoints-hosts">
        {apis.map(({ title, url }) => (
          <BaseUrl key={title} label={title} url={url} />
        ))}
        {hosts.mcp && <BaseUrl label="MCP server" url={hosts.mcp} />}
      </dl>
      <div className="endpoints-lists">
        <EndpointRows rows={rows.filter((row) => !locked.includes(row))} />
        {locked.length > 0 && (
          <details>
            <summary className="link endpoints-more">{locked.length} endpoints that need all access</summary>
            <EndpointRows rows={locked} />
          </details>
        )}
      </div>
    </section>
  );
}

const BaseUrl = ({ label, url }: { label: string; url: string }) => (
  <div className="endpoints-host">
    <dt>{label}</dt>
    <dd>
      <code>{url}</code>
      <CopyButton text={url} label={`Copy ${label} URL`} />
    </dd>
  </div>
);

const availabilityLabels: Record<Availability, string> = {
  available: 'Available',
  'needs a key': 'Free key',
  'needs all access': 'All access',
};

const EndpointRows = ({ rows }: { rows: { endpoint: EndpointSummary; availability: Availability }[] }) => (
  <ul className="endpoints-list">
    {rows.map(({ endpoint, availability }) => {
      const isAvailable = availability === 'available';
      return (
        <li key={endpoint.title} className="endpoints-row">
          <Link href={endpoint.page} className="link">
            {endpoint.title}
          </Link>
          <code>GET {endpoint.path}</code>
          <span className={isAvailable ? 'endpoints-reach endpoints-reach-open' : 'endpoints-reach'}>
            {isAvailable ? <Icon of={Check} size={15} /> : <Icon of={Lock} size={14} />}
            {availabilityLabels[availability]}
          </span>
        </li>
      );
    })}
  </ul>
);
