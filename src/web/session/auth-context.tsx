import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { User } from '../../accounts/contract.ts';
import { normalizeEmail } from '../../accounts/email.ts';
import type { AccountDialogRequest, AccountView } from '../account/account-dialogs.tsx';
import { toast } from '../ui/toast.tsx';
import { useOnDemand } from '../ui/use-on-demand.ts';
import { type SignInResult, signOut as sendSignOut, signUp as sendSignUp, signIn } from './calls.ts';
import type { Outcome } from './outcome.ts';
import { type Session, useSession } from './use-session.ts';

export type Auth = Session & {
  signin: (email: string, password: string) => Promise<SignInResult>;
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

const notSignedOutWarning =
  'You are signed out here, but the server was not reached. Sign out again when you are back online.';

const loadDialogs = () => import('../account/account-dialogs.tsx');

export function AuthProvider({ children }: { children: ReactNode }) {
  const { session, keep, refresh, tellOtherTabs } = useSession();
  const [request, setRequest] = useState<AccountDialogRequest>();
  const dialogs = useOnDemand(loadDialogs, request);
  const closeDialogs = useCallback(() => setRequest((before) => before && { ...before, open: false }), []);

  const showView = useCallback((view: AccountView) => setRequest({ view, open: true }), []);

  // Also when the sign-in happened in another tab. The sign-up wizard has steps that follow it.
  const isSignedIn = session.state === 'authenticated';
  useEffect(() => {
    if (isSignedIn)
      setRequest((before) => (before && before.view !== 'sign-up' ? { ...before, open: false } : before));
  }, [isSignedIn]);

  const actions = useMemo(() => {
    return {
      async signin(email: string, password: string) {
        const result = await signIn(email, password);
        if (result.success) {
          keep(result.user);
          tellOtherTabs();
        }
        return result;
      },
      async signup(name: string, email: string, password: string, password_confirmation: string) {
        let outcome = await sendSignUp({ name, email, password, password_confirmation });
        const user = await refresh();
        // The account is there, and only the answer was lost: now, or at an earlier try.
        if (user?.email === normalizeEmail(email)) outcome = { ok: true, value: { success: true, user } };
        if (!outcome.ok)
          return { ...outcome, message: outcome.message ?? 'An error occurred during sign up' };
        tellOtherTabs();
        return outcome;
      },
      async signOut() {
        keep(undefined);
        await sendSignOut().catch((error: unknown) => {
          console.error('Sign-out failed', error);
          toast.warning(notSignedOutWarning);
        });
        tellOtherTabs();
      },
      openSignIn: () => showView('sign-in'),
      openSignUp: () => showView('sign-up'),
      openForgotPassword: () => showView('forgot-password'),
      sessionExpired() {
        keep(undefined);
        setRequest({ view: 'sign-in', open: true, notice: sessionEndedNotice });
      },
    };
  }, [keep, refresh, showView, tellOtherTabs]);

  const auth = useMemo(() => ({ ...session, ...actions, refresh }), [session, actions, refresh]);
  return (
    <AuthContext value={auth}>
      {children}
      {dialogs && request && (
        <dialogs.AccountDialogs request={request} onView={showView} onClose={closeDialogs} />
      )}
    </AuthContext>
  );
}
