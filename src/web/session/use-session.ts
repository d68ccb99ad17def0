import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuthStatus, User } from '../../accounts/contract.ts';
import { createStore } from '../ui/store.ts';
import { fetchAuthStatus } from './send.ts';

type Session =
  | { state: 'loading'; user?: undefined }
  | { state: 'anonymous'; user?: undefined }
  | { state: 'authenticated'; user: User };

const userChanges = createStore(0);
export const notifyUserChanged = () => userChanges.set(userChanges.get() + 1);
/** Runs when the signed-in user signs out or is replaced, in any tab: data of that user must be dropped. */
export const onUserChanged = userChanges.subscribe;

const recheckAfterMs = 10_000;

let early: ReturnType<typeof fetchAuthStatus> | undefined;

/** Asks who is signed in before the app is hydrated, because the first page waits for the answer. */
export function prefetchAuthStatus(): void {
  early = fetchAuthStatus();
  early.catch(() => undefined);
}

function takeAuthStatus() {
  const status = early ?? fetchAuthStatus();
  early = undefined;
  return status;
}

/** This tab may know an older state than the server: a person can sign out in another one. */
export function useSession() {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const lastCheck = useRef({ id: 0, at: 0 });
  const channel = useRef<BroadcastChannel>(undefined);
  const current = useRef<User>(undefined);

  /** Also invalidates every check that is still running. Returns the user before the change. */
  const setUser = useCallback((user: User | undefined) => {
    lastCheck.current.id += 1;
    const before = current.current;
    if (before && before.email !== user?.email) notifyUserChanged();
    current.current = user;
    setSession((session) => nextSession(session, user));
    return before;
  }, []);

  /** Only the newest check counts. Returns the user known after it. */
  const check = useCallback(
    async ({ keepOnError }: { keepOnError: boolean }): Promise<User | undefined> => {
      lastCheck.current = { id: lastCheck.current.id + 1, at: Date.now() };
      const { id } = lastCheck.current;
      const status = await takeAuthStatus().catch((): AuthStatus | undefined => undefined);
      if (id !== lastCheck.current.id) return current.current;
      if (status) setUser(status.authenticated ? status.user : undefined);
      else if (!keepOnError) setUser(undefined);
      return current.current;
    },
    [setUser],
  );

  const refresh = useCallback(() => check({ keepOnError: false }), [check]);

  useEffect(() => {
    void refresh();
    // Tabs of one browser share the session cookie, and tell each other when the session changed.
    if (typeof BroadcastChannel !== 'undefined') {
      channel.current = new BroadcastChannel('auth');
      channel.current.onmessage = () => void check({ keepOnError: true });
    }
    const stopWatching = onReturnToTab(() => {
      if (Date.now() - lastCheck.current.at > recheckAfterMs) void check({ keepOnError: true });
    });
    return () => {
      channel.current?.close();
      stopWatching();
    };
  }, [check, refresh]);

  const notifyOtherTabs = useCallback(() => channel.current?.postMessage('changed'), []);
  return { session, setUser, refresh, notifyOtherTabs };
}

/** Returns the same object while nothing changed, so that nothing renders again. */
function nextSession(before: Session, user: User | undefined): Session {
  if (!user) return before.state === 'anonymous' ? before : { state: 'anonymous' };
  const isSame = before.user?.email === user.email && before.user.name === user.name;
  return isSame ? before : { state: 'authenticated', user };
}

/** Covers changes that no message reported: a session that ended elsewhere, a browser without channels. */
export function onReturnToTab(callback: () => void): () => void {
  const ifVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  window.addEventListener('focus', ifVisible);
  document.addEventListener('visibilitychange', ifVisible);
  return () => {
    window.removeEventListener('focus', ifVisible);
    document.removeEventListener('visibilitychange', ifVisible);
  };
}
