import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { User } from '../../accounts/contract.ts';
import { normalizeEmail } from '../../accounts/email.ts';
import { toast } from '../ui/toast.tsx';
import { closeAfterSignIn, openAccountDialog } from './account-dialog.ts';
import { signOut as sendSignOut, signUp as sendSignUp } from './calls.ts';
import type { Outcome } from './outcome.ts';
import { signIn } from './sign-in.ts';
import { type Session, useSession } from './use-session.ts';

type Auth = Session & {
  signin: (email: string, password: string) => Promise<Outcome<{ user: User }>>;
  signup: (
    fullName: string,
    email: string,
    password: string,
    confirmPassword: string,
  ) => Promise<Outcome<{ user: User }>>;
  signOut: () => Promise<void>;
  refresh: () => Promise<User | undefined>;
  openSignIn: () => void;
  openSignUp: () => void;
  openForgotPassword: () => void;
  /** A call was answered with "not signed in": the person is asked to sign in again, where they are. */
  sessionExpired: () => void;
};

const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider above it');
  return auth;
}

const sessionEndedNotice = 'Your session has ended. Sign in to go on where you were.';

const notReachedWarning =
  'You are signed out here, but the server was not reached. Sign out again when you are back online.';
const notEndedWarning =
  'You are signed out here, but the server could not end your session. Reload the page and sign out again.';

export function AuthProvider({ children }: { children: ReactNode }) {
  const { session, keep, refresh, tellOtherTabs } = useSession();

  const isSignedIn = session.state === 'authenticated';
  useEffect(() => {
    if (isSignedIn) closeAfterSignIn();
  }, [isSignedIn]);

  // A person who comes back at once would else be met by the end of the session before, and its token.
  const leaving = useRef(Promise.resolve());
  const actions = useMemo(() => {
    return {
      async signin(email: string, password: string) {
        await leaving.current;
        const outcome = await signIn(email, password);
        if (outcome.ok) {
          keep(outcome.value.user);
          tellOtherTabs();
        }
        return outcome;
      },
      async signup(name: string, email: string, password: string, password_confirmation: string) {
        await leaving.current;
        const outcome = await sendSignUp({ name, email, password, password_confirmation });
        const user = await refresh();
        // The account is there, and only the answer was lost: now, or at an earlier try.
        const isThere = user !== undefined && normalizeEmail(user.email) === normalizeEmail(email);
        if (outcome.ok || isThere) tellOtherTabs();
        return isThere ? { ok: true as const, value: { user } } : outcome;
      },
      async signOut() {
        keep(undefined);
        leaving.current = sendSignOut().catch((error: unknown) => {
          console.error('Sign-out failed', error);
          // What fetch throws when no answer came.
          toast.warning(error instanceof TypeError ? notReachedWarning : notEndedWarning);
        });
        await leaving.current;
        tellOtherTabs();
      },
      openSignIn: () => openAccountDialog('sign-in'),
      openSignUp: () => openAccountDialog('sign-up'),
      openForgotPassword: () => openAccountDialog('forgot-password'),
      sessionExpired() {
        keep(undefined);
        openAccountDialog('sign-in', sessionEndedNotice);
      },
    };
  }, [keep, refresh, tellOtherTabs]);

  const auth = useMemo(() => ({ ...session, ...actions, refresh }), [session, actions, refresh]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
