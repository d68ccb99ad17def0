import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuthStatus, User } from '../../accounts/contract.ts';
import { listenToOtherTabs, type OtherTabs, onReturnToTab } from './other-tabs.ts';
import { askStatus } from './send.ts';
import { notifyUserChanged } from './user-change.ts';

export type Session =
  | { state: 'loading'; user?: undefined }
  | { state: 'anonymous'; user?: undefined }
  | { state: 'authenticated'; user: User };

const recheckAfterMs = 10_000;

/** Who is signed in, as this tab last heard. */
export function useSession() {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const asked = useRef({ count: 0, at: 0 });
  const otherTabs = useRef<OtherTabs>(undefined);
  const person = useRef<User>(undefined);

  /** Also makes every question still on its way out of date. */
  const keep = useCallback((user: User | undefined) => {
    asked.current.count += 1;
    if (person.current && person.current.email !== user?.email) notifyUserChanged();
    person.current = user;
    setSession((before) => nextSession(before, user));
  }, []);

  /**
   * Only the newest question's answer counts. A failed one counts as anonymous, unless `failure` says otherwise.
   * Returns who it is by then.
   */
  const ask = useCallback(
    async (failure: 'is anonymous' | 'changes nothing'): Promise<User | undefined> => {
      asked.current = { count: asked.current.count + 1, at: Date.now() };
      const { count } = asked.current;
      const status = await askStatus().catch((): AuthStatus | undefined => undefined);
      if (count !== asked.current.count) return person.current;
      if (status) keep(status.authenticated ? status.user : undefined);
      else if (failure === 'is anonymous') keep(undefined);
      return person.current;
    },
    [keep],
  );

  const refresh = useCallback(() => ask('is anonymous'), [ask]);

  useEffect(() => {
    void refresh();
    const channel = listenToOtherTabs(() => void ask('changes nothing'));
    otherTabs.current = channel;
    const stopWatching = onReturnToTab(() => {
      if (Date.now() - asked.current.at > recheckAfterMs) void ask('changes nothing');
    });
    return () => {
      channel.close();
      stopWatching();
    };
  }, [ask, refresh]);

  const tellOtherTabs = useCallback(() => otherTabs.current?.tell(), []);
  return { session, keep, refresh, tellOtherTabs };
}

/** The same object while nothing changed, so that nothing is drawn anew. */
function nextSession(before: Session, user: User | undefined): Session {
  if (!user) return before.state === 'anonymous' ? before : { state: 'anonymous' };
  const isSame = before.user?.email === user.email && before.user.name === user.name;
  return isSame ? before : { state: 'authenticated', user };
}
