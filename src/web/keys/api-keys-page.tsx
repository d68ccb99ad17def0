import './api-keys-page.css';
import './endpoints-panel.css';
import { Check, KeyRound, Lock, Plus } from 'lucide';
import type { Access, EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, hasAccess, isUsable, maxKeysPerPerson } from '../../keys/contract.ts';
import { DataTeamLink, Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { PersonalHead, SignInFirst } from '../session/personal-page.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { AccessSection } from './access/access-section.tsx';
import { CheckCallSection } from './check-call/check-call-section.tsx';
import { KeysProvider, useKeys } from './context/keys-context.tsx';
import { KeyRow } from './key-row.tsx';
import { UsageSection } from './usage/usage-report.tsx';

const dialogsCode = onDemand(() => import('./key-dialogs.tsx'));

export function ApiKeysPage() {
  const { state, user } = useAuth();
  return (
    <div className="keys-page">
      <PersonalHead title="API Keys">Create and manage API keys, and see how they're used.</PersonalHead>
      {state === 'loading' && <KeysSkeleton />}
      {state === 'anonymous' && (
        <SignInFirst icon={<Icon of={KeyRound} size={22} />} title="Authentication Required" isSignUpFirst>
          Sign in or create a free account to manage your keys.
        </SignInFirst>
      )}
      {state === 'authenticated' && (
        // The key resets the state when another user signs in.
        <KeysProvider key={user.email} skeleton={<KeysSkeleton />}>
          <KeysSections />
        </KeysProvider>
      )}
    </div>
  );
}

function KeysSections() {
  const { apiKeys, dialog } = useKeys();
  const dialogs = useDialogCode(dialogsCode, dialog);
  return (
    <>
      <section className="keys-part" aria-labelledby="your-keys">
        <div className="keys-part-head">
          <h2 id="your-keys">Your keys</h2>
          <p>
            {apiKeys.length}/{maxKeysPerPerson} Keys Used
          </p>
        </div>
        {apiKeys.length > 0 && (
          <div className="keys">
            {apiKeys.map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} />
            ))}
          </div>
        )}
        <AddKeyCard />
        {dialogs && dialog && <dialogs.KeyDialogs dialog={dialog} />}
      </section>
      {apiKeys.length > 0 && (
        <>
          <UsageSection />
          <AccessSection />
          <CheckCallSection />
        </>
      )}
      <EndpointsPanel />
    </>
  );
}

function AddKeyCard() {
  const { keys } = useSite();
  const { apiKeys, openDialog } = useKeys();
  const count = apiKeys.length;
  const isFull = count >= maxKeysPerPerson;
  return (
    <section className="add-key">
      <div>
        <h3>{isFull ? 'All keys used' : count === 0 ? 'Create your first key' : 'Add another key'}</h3>
        <p>
          {count === 0 && `A free key includes ${keys.freeWords}. Just give it a name.`}
          {count > 0 && !isFull && 'Use one per project so you can revoke them separately.'}
          {isFull && (
            <>
              Expired keys count too: delete one, or write to <DataTeamLink>the data team</DataTeamLink>.
            </>
          )}
        </p>
      </div>
      {!isFull && (
        <Button
          variant={count === 0 ? 'primary' : 'secondary'}
          onClick={() => openDialog({ kind: 'create' })}
        >
          <Icon of={Plus} size={17} />
          Add Key
        </Button>
      )}
    </section>
  );
}

/** Has the size of the loaded keys. */
const KeysSkeleton = () => (
  <div className="keys-part" role="status">
    <p className="visually-hidden">Loading...</p>
    <div className="keys-skeleton-head">
      <div className="skeleton keys-skeleton-title" />
      <div className="skeleton keys-skeleton-count" />
    </div>
    <div className="skeleton keys-skeleton-row" />
    <div className="skeleton keys-skeleton-add" />
  </div>
);

/** The label of an endpoint: whether it can be called, or which key it needs. */
type Availability = 'Available' | 'Free key' | 'All access';

export function availabilityOf(access: Access, apiKeys: Pick<ApiToken, 'roles'>[]): Availability {
  if (apiKeys.some((apiKey) => hasAccess(apiKey, access))) return 'Available';
  return access === 'free' ? 'Free key' : 'All access';
}

/** Lists the base URLs, and the endpoints with those that the user's keys can call first. */
function EndpointsPanel() {
  const { apis, hosts, keys, endpoints } = useSite();
  const { apiKeys, now } = useKeys();
  const usable = apiKeys.filter((apiKey) => isUsable(apiKey, now));
  const rows = endpoints
    .toSorted((one, other) => Number(other.access === 'free') - Number(one.access === 'free'))
    .map((endpoint) => ({ endpoint, availability: availabilityOf(endpoint.access, usable) }));
  const locked = rows.filter(({ availability }) => availability === 'All access');
  return (
    <section className="keys-part" aria-labelledby="endpoints">
      <div className="endpoints-head">
        <h2 id="endpoints">Endpoints</h2>
        <p>
          {availabilityOf('all_access', usable) === 'Available'
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

const EndpointRows = ({ rows }: { rows: { endpoint: EndpointSummary; availability: Availability }[] }) => (
  <ul className="endpoints-list">
    {rows.map(({ endpoint, availability }) => {
      const isAvailable = availability === 'Available';
      return (
        <li key={endpoint.title} className="endpoints-row">
          <Link href={endpoint.page} className="link">
            {endpoint.title}
          </Link>
          <code>GET {endpoint.path}</code>
          <span className={isAvailable ? 'endpoints-reach endpoints-reach-open' : 'endpoints-reach'}>
            {isAvailable ? <Icon of={Check} size={15} /> : <Icon of={Lock} size={14} />}
            {availability}
          </span>
        </li>
      );
    })}
  </ul>
);
