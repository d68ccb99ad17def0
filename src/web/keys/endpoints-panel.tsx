import { Check, Lock } from 'lucide-react';
import type { EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, isUsable } from '../../keys/contract.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { freeFirst, type Reach, reachOf } from './endpoint-reach.ts';

/** Which endpoints this person's keys open, and where they are. */
export function EndpointsPanel({ tokens }: { tokens: ApiToken[] }) {
  const { hosts, provider } = useSite();
  const now = new Date();
  const usable = tokens.filter((token) => isUsable(token, now));
  const hasAllAccess = reachOf('all_access', usable) === 'open';
  return (
    <section className="grid gap-5" aria-labelledby="endpoints">
      <div className="grid gap-1">
        <h2 id="endpoints">Endpoints</h2>
        <p className="text-muted">
          {hasAllAccess ? (
            'Your all-access keys open every endpoint.'
          ) : (
            <>
              Free keys open the point forecast. For everything else, write to{' '}
              <a className="link" href={`mailto:${provider.dataTeam}`}>
                {provider.dataTeam}
              </a>
              .
            </>
          )}
        </p>
      </div>
      <dl className="grid divide-y divide-line rounded-large border border-line">
        <BaseUrl label="Forecast API" url={hosts.forecasts} />
        <BaseUrl label="Data API" url={hosts.data} />
        <BaseUrl label="MCP server" url={hosts.mcp} />
      </dl>
      <EndpointList tokens={usable} />
    </section>
  );
}

function BaseUrl({ label, url }: { label: string; url: string }) {
  return (
    <div className="grid items-center gap-x-4 px-5 py-2 sm:grid-cols-[120px_minmax(0,1fr)_auto]">
      <dt className="text-ui leading-6 text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center justify-between gap-2 sm:contents">
        <code className="min-w-0 text-small leading-6 text-ink [overflow-wrap:anywhere]">{url}</code>
        <CopyButton text={url} label={`Copy ${label} URL`} />
      </dd>
    </div>
  );
}

function EndpointList({ tokens }: { tokens: ApiToken[] }) {
  const { endpoints } = useSite();
  const rows = freeFirst(endpoints).map((endpoint) => ({
    endpoint,
    reach: reachOf(endpoint.access, tokens),
  }));
  const closed = rows.filter(({ reach }) => reach === 'needs all access');
  return (
    <div className="grid gap-3">
      <EndpointRows rows={rows.filter(({ reach }) => reach !== 'needs all access')} />
      {closed.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer text-ui leading-6">
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
    <ul className="grid text-ui leading-6">
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
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2.5 sm:grid-cols-[220px_minmax(0,1fr)_auto]">
      <Link href={endpoint.page} className="link">
        {endpoint.title}
      </Link>
      <code className="col-span-2 row-start-2 text-small text-muted [overflow-wrap:anywhere] sm:col-span-1 sm:row-start-1 sm:col-start-2">
        GET {endpoint.path}
      </code>
      <span className={`flex items-center gap-1.5 text-small ${isOpen ? 'text-success' : 'text-muted'}`}>
        {isOpen ? <Check size={15} aria-hidden="true" /> : <Lock size={14} aria-hidden="true" />}
        {reachWords[reach]}
      </span>
    </li>
  );
}
