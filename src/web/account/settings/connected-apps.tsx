import { Plug } from 'lucide';
import type { PlainAnswer } from '../../../accounts/contract.ts';
import type { Connection, ConnectionsAnswer } from '../../../oauth/contract.ts';
import { calls, pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { getJson, sendJson } from '../../session/send.ts';
import { PendingView, useFetched } from '../../session/use-fetched.tsx';
import { timeAgo, useNow, utcDate } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ServerAddress } from '../server-address.tsx';

const notLoaded = "Your connected apps couldn't be loaded. Check your connection and try again.";
const notEnded = "The app couldn't be disconnected. Check your connection and try again.";

/** The apps that may use the MCP server for this account. */
export function ConnectedApps() {
  const { errorMessage } = useAuth();
  const { state, reload, retry } = useFetched(async () => {
    const outcome = await getJson<ConnectionsAnswer>(calls.connections, notLoaded);
    if (!outcome.ok) errorMessage(outcome);
    return outcome;
  });
  if (state.phase !== 'loaded')
    return <PendingView state={state} retry={retry} skeleton="account-skeleton-apps" />;
  const { connections, address } = state.value;
  // The MCP server is another one, where the person's account means nothing.
  if (address === null && connections.length === 0) return null;
  return (
    <section className="account-card" aria-labelledby="account-apps">
      <h2 id="account-apps">Connected apps</h2>
      {connections.length > 0 ? (
        <>
          <p>They use the MCP server for you, with the access of your API keys.</p>
          <ul className="account-list">
            {connections.map((connection) => (
              <ConnectedApp key={connection.id} connection={connection} onEnded={reload} />
            ))}
          </ul>
        </>
      ) : (
        <NoApps address={address ?? ''} />
      )}
    </section>
  );
}

interface ConnectedAppProps {
  connection: Connection;
  onEnded: () => Promise<void>;
}

function ConnectedApp({ connection, onEnded }: ConnectedAppProps) {
  const { errorMessage } = useAuth();
  const now = useNow();
  const { id, name, domain, redirect_host, created_at, usage } = connection;
  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await sendJson<PlainAnswer>('DELETE', calls.connection(id), notEnded);
    // It has ended already, perhaps in another tab.
    if (!outcome.ok && outcome.code !== 'not-found') return errorMessage(outcome);
    toast.success(`${name} disconnected`);
    await onEnded();
    return undefined;
  });
  const lastUsed = usage.last_used_at && timeAgo(new Date(usage.last_used_at), now);
  return (
    <li className="account-list-row">
      <Icon of={Plug} size={18} strokeWidth={1.75} className="account-list-icon" />
      <div className="account-fact">
        <p className="account-value">{name}</p>
        <p className="account-list-note">
          {domain === null ? `Registered itself, ${redirect_host}` : domain}
        </p>
        <p className="account-list-note">
          Connected on {utcDate(created_at)}, {lastUsed ? `last used ${lastUsed}` : 'not used yet'}
        </p>
        <FieldError>{error}</FieldError>
      </div>
      <Button
        variant="secondary"
        size="small"
        loading={busy}
        aria-label={`Disconnect ${name}`}
        onClick={() => void submit()}
      >
        Disconnect
      </Button>
    </li>
  );
}

function NoApps({ address }: { address: string }) {
  const isExplained = hasPage(useSite(), pages.mcp);
  return (
    <>
      <p>
        No apps yet. Add this address to Claude, ChatGPT or another assistant. It sends you here to sign in,
        so you don't need an API key.{' '}
        {isExplained && (
          <Link className="link" href={pages.mcp}>
            How to connect
          </Link>
        )}
      </p>
      <ServerAddress address={address} />
    </>
  );
}
