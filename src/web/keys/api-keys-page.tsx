import '../styles/utilities.css';
import { KeyRound } from 'lucide-react';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { KeyManager, KeysSkeleton } from './key-manager.tsx';

export function ApiKeysPage() {
  const { state, user, openSignUp } = useAuth();
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-10 px-5 py-10 sm:px-8 lg:py-14">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="outline-none">
          API Keys
        </h1>
        <p className="text-lead leading-7 text-muted">
          Create, rename and retire the keys your programs sign in with.
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
    <section className="grid justify-items-center gap-4 rounded-large border border-line px-6 py-14 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <KeyRound size={22} aria-hidden="true" />
      </span>
      <h2>Authentication Required</h2>
      <p className="max-w-[46ch] text-muted">
        Keys belong to an account. Make one with your e-mail address, or sign in if you have one; either way
        you come back here.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={onSignUp}>Get API Keys</Button>
        <Button variant="secondary" onClick={openSignIn}>
          Sign in
        </Button>
      </div>
    </section>
  );
}
