import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { normalizeEmail } from '../../accounts/email.ts';
import { createStore, useStore } from '../ui/store.ts';
import { toast } from '../ui/toast.tsx';
import * as authCalls from './auth-calls.ts';
import type { RequestError } from './outcome.ts';
import { useSession } from './use-session.ts';

type AccountView = 'sign-in' | 'forgot-password' | 'sign-up';

interface AccountDialogOptions {
  /** Why the dialog opened without a click. */
  notice?: string;
  /** The address to start with. */
  email?: string;
  /** The page to open after signing in, if it is another one. */
  nextPage?: string;
}

export interface AccountDialog extends AccountDialogOptions {
  view: AccountView;
  open: boolean;
}

const accountDialog = createStore<AccountDialog | undefined>(undefined);
export const useAccountDialog = () => useStore(accountDialog);

/** The address of the account whose password was just reset. From then on, each dialog starts with it. */
let resetEmail: string | undefined;
export const rememberResetEmail = (email: string) => {
  resetEmail = email;
};

/** Sets a new object each time, so that a repeated request retries code that failed to load. */
export const openAccountDialog = (view: AccountView, options?: AccountDialogOptions) =>
  accountDialog.set({ ...(resetEmail && { email: resetEmail }), ...options, view, open: true });

export function closeAccountDialog(): void {
  const dialog = accountDialog.get();
  if (dialog) accountDialog.set({ ...dialog, open: false });
}

/** The name of the app that the visitor signs in for, on the page that connects apps. */
export const connectingApp = createStore<string | undefined>(undefined);

type Auth = ReturnType<typeof useAuthValue>;

const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider above it');
  return auth;
}

const sessionEndedNotice = 'Your session has ended. Sign in to continue where you left off.';
const offlineWarning =
  "You're signed out here, but we couldn't reach the server. Sign out again when you're back online.";
const stillOpenWarning =
  "You're signed out here, but the server couldn't end your session. Reload the page and sign out again.";

export const AuthProvider = ({ children }: { children: ReactNode }) => (
  <AuthContext value={useAuthValue()}>{children}</AuthContext>
);

function useAuthValue() {
  const { session, setUser, refresh, notifyOtherTabs } = useSession();

  // The sign-in may have happened in another tab. The sign-up wizard stays open because it has more steps.
  const isSignedIn = session.state === 'authenticated';
  useEffect(() => {
    if (isSignedIn && accountDialog.get()?.view !== 'sign-up') closeAccountDialog();
  }, [isSignedIn]);

  // A new sign-in waits for a running sign-out, which would otherwise end it or use its CSRF token.
  const signingOut = useRef(Promise.resolve());
  const actions = useMemo(() => {
    /** Call when the server answers "not signed in". The user stays on the page and signs in again. */
    function sessionExpired() {
      const user = setUser(undefined);
      openAccountDialog('sign-in', { notice: sessionEndedNotice, ...(user && { email: user.email }) });
    }
    return {
      async signin(email: string, password: string) {
        await signingOut.current;
        const outcome = await authCalls.signIn(email, password);
        if (outcome.ok) {
          setUser(outcome.value.user);
          notifyOtherTabs();
        }
        return outcome;
      },
      async signup(name: string, email: string, password: string, password_confirmation: string) {
        await signingOut.current;
        const outcome = await authCalls.signUp({ name, email, password, password_confirmation });
        const user = await refresh();
        // The account may exist although the answer of this or an earlier try was lost.
        const isCreated = user !== undefined && normalizeEmail(user.email) === normalizeEmail(email);
        if (outcome.ok || isCreated) notifyOtherTabs();
        return isCreated ? { ok: true as const, value: { user } } : outcome;
      },
      async signOut() {
        setUser(undefined);
        signingOut.current = authCalls.signOut().catch((error: unknown) => {
          console.error('Sign-out failed', error);
          // fetch throws a TypeError when there is no response.
          toast.warning(error instanceof TypeError ? offlineWarning : stillOpenWarning);
        });
        await signingOut.current;
        notifyOtherTabs();
      },
      openSignIn: () => openAccountDialog('sign-in'),
      openSignUp: () => openAccountDialog('sign-up'),
      openForgotPassword: () => openAccountDialog('forgot-password'),
      sessionExpired,
      /** Returns the message of an error. If the session ended, the user is asked to sign in again. */
      errorMessage({ code, message }: RequestError) {
        if (code === 'not-signed-in') sessionExpired();
        return message;
      },
    };
  }, [setUser, refresh, notifyOtherTabs]);

  return useMemo(() => ({ ...session, ...actions, refresh }), [session, actions, refresh]);
}
