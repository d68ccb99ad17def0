import './api-keys-page.css';
import { KeyRound, Plus } from 'lucide';
import { maxKeysPerPerson } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { PersonalHead, SignInFirst } from '../session/personal-page.tsx';
import { Button } from '../ui/button.tsx';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { AccessSection } from './access/access-section.tsx';
import { CheckCallSection } from './check-call/check-call-section.tsx';
import { KeysProvider, useKeys } from './context/keys-context.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
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
  const { keys, provider } = useSite();
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
              Expired keys count too: delete one, or write to{' '}
              <a className="link" href={`mailto:${provider.dataTeam}`}>
                the data team
              </a>
              .
            </>
          )}
        </p>
      </div>
      {!isFull && (
        <Button
          variant={count === 0 ? 'primary' : 'secondary'}
          onClick={() => openDialog({ kind: 'create', open: true })}
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
