import './api-keys-page.css';
import { KeyRound } from 'lucide-react';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { KeyManager, KeysSkeleton } from './key-manager.tsx';

export function ApiKeysPage() {
  const { state, user, openSignUp } = useAuth();
  return (
    <div className="keys-page">
      <header className="keys-page-head">
        <h1 tabIndex={-1}>API Keys</h1>
        <p>
          Create, rotate and retire the keys your programs sign in with, and see what becomes of their calls.
        </p>
      </header>
      {state === 'loading' && <KeysSkeleton />}
      {state === 'anonymous' && <AuthenticationRequired onSignUp={openSignUp} />}
      {/* Another person's keys begin with nothing. */}
      {state === 'authenticated' && <KeyManager key={user?.email} />}
    </div>
  );
}

function AuthenticationRequired({ onSignUp }: { onSignUp: () => void }) {
  const { openSignIn } = useAuth();
  return (
    <section className="keys-sign-in">
      <span className="keys-sign-in-icon">
        <KeyRound size={22} aria-hidden="true" />
      </span>
      <h2>Authentication Required</h2>
      <p>
        Keys belong to an account. Make one with your e-mail address, or sign in if you have one; either way
        you come back here.
      </p>
      <div className="message-actions">
        <Button onClick={onSignUp}>Get API Keys</Button>
        <Button variant="secondary" onClick={openSignIn}>
          Sign in
        </Button>
      </div>
    </section>
  );
}
