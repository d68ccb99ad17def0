import './api-keys-page.css';
import { KeyRound } from 'lucide';
import { useAuth } from '../session/auth-context.tsx';
import { PersonalHead, SignInFirst } from '../session/personal-page.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyManager, KeysSkeleton } from './key-manager.tsx';

export function ApiKeysPage() {
  const { state, user } = useAuth();
  return (
    <div className="keys-page">
      <PersonalHead title="API Keys">
        Create, rotate and retire the keys your programs sign in with, and see what becomes of their calls.
      </PersonalHead>
      {state === 'loading' && <KeysSkeleton />}
      {state === 'anonymous' && (
        <SignInFirst icon={<Icon of={KeyRound} size={22} />} title="Authentication Required" isForNewcomers>
          Keys belong to an account. Make one with your e-mail address, or sign in if you have one; either way
          you come back here.
        </SignInFirst>
      )}
      {/* Another person's keys begin with nothing. */}
      {state === 'authenticated' && <KeyManager key={user?.email} />}
    </div>
  );
}
