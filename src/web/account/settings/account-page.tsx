import './account-page.css';
import { UserRound } from 'lucide';
import type { OwnAccount } from '../../../account-settings/contract.ts';
import { calls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { PersonalHead, SignInFirst } from '../../session/personal-page.tsx';
import { getJson } from '../../session/send.ts';
import { useFetched } from '../../session/use-fetched.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { DataSection, DeletionSection } from './personal-data.tsx';
import { ProfileSection } from './profile.tsx';
import { SessionSection } from './sessions.tsx';

export function AccountPage() {
  const { state } = useAuth();
  return (
    <div className="account-page">
      <PersonalHead title="Account">Your profile, sessions and data.</PersonalHead>
      {state === 'loading' && <AccountSkeleton />}
      {state === 'anonymous' && (
        <SignInFirst icon={<Icon of={UserRound} size={22} />} title="Sign in to see your account">
          You'll come back to this page afterwards.
        </SignInFirst>
      )}
      {state === 'authenticated' && <AccountDetails />}
    </div>
  );
}

const notLoaded = "Your account couldn't be loaded. Check your connection and try again.";

function AccountDetails() {
  const { errorMessage } = useAuth();
  const { state, reload, retry } = useFetched(async () => {
    const outcome = await getJson<OwnAccount>(calls.account, notLoaded);
    if (!outcome.ok) errorMessage(outcome);
    return outcome;
  });
  if (state.phase === 'loading') return <AccountSkeleton />;
  if (state.phase === 'failed') return <LoadFailure message={state.message} onRetry={retry} />;
  return (
    <>
      <ProfileSection account={state.value} onChanged={reload} />
      <SessionSection sessions={state.value.sessions} onEnded={reload} />
      <DataSection />
      <DeletionSection email={state.value.email} />
    </>
  );
}

/** Has the size of the loaded page. */
function AccountSkeleton() {
  return (
    <div className="account-skeleton" role="status">
      <p className="visually-hidden">Loading...</p>
      <div className="skeleton account-skeleton-profile" />
      <div className="skeleton account-skeleton-sessions" />
    </div>
  );
}
