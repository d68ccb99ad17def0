import './account-page.css';
import { UserRound } from 'lucide-react';
import { useAuth } from '../../session/auth-context.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountRoom, AccountSkeleton } from './account-room.tsx';

/** At its own address: a person's name, address, password, sessions and data. */
export function AccountPage() {
  const { state } = useAuth();
  return (
    <div className="account-page">
      <header className="account-head">
        <h1 tabIndex={-1}>Account</h1>
        <p>Who you are here, where you are signed in, and what is stored about you.</p>
      </header>
      {state === 'loading' && <AccountSkeleton />}
      {state === 'anonymous' && <SignInFirst />}
      {state === 'authenticated' && <AccountRoom />}
    </div>
  );
}

function SignInFirst() {
  const { openSignIn, openSignUp } = useAuth();
  return (
    <section className="account-sign-in">
      <span className="account-sign-in-icon">
        <UserRound size={22} aria-hidden="true" />
      </span>
      <h2>Sign in to see your account</h2>
      <p>You come back here afterwards.</p>
      <div className="message-actions">
        <Button onClick={openSignIn}>Sign in</Button>
        <Button variant="secondary" onClick={openSignUp}>
          Get API Keys
        </Button>
      </div>
    </section>
  );
}
