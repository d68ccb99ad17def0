import './account-page.css';
import { UserRound } from 'lucide';
import { useAuth } from '../../session/auth-context.tsx';
import { PersonalHead, SignInFirst } from '../../session/personal-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AccountRoom, AccountSkeleton } from './account-room.tsx';

/** At its own address: a person's name, address, password, sessions and data. */
export function AccountPage() {
  const { state } = useAuth();
  return (
    <div className="account-page">
      <PersonalHead title="Account">
        Who you are here, where you are signed in, and what is stored about you.
      </PersonalHead>
      {state === 'loading' && <AccountSkeleton />}
      {state === 'anonymous' && (
        <SignInFirst icon={<Icon of={UserRound} size={22} />} title="Sign in to see your account">
          You come back here afterwards.
        </SignInFirst>
      )}
      {state === 'authenticated' && <AccountRoom />}
    </div>
  );
}
