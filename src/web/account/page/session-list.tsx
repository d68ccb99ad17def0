import { Monitor } from 'lucide';
import type { OwnSession } from '../../../account-settings/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { endOtherSessions } from './calls.ts';
import { describeSeen } from './describe-seen.ts';
import { useRefusalWords } from './use-own-account.ts';

interface SessionListProps {
  sessions: OwnSession[];
  onEnded: () => Promise<void>;
}

export function SessionList({ sessions, onEnded }: SessionListProps) {
  const wordsOf = useRefusalWords();
  const others = sessions.filter((session) => !session.is_current).length;

  const { busy, submit } = useSubmit(async () => {
    const outcome = await endOtherSessions();
    if (!outcome.ok) return void toast.error(wordsOf(outcome));
    const { ended } = outcome.value;
    toast.success(ended === 1 ? 'One other session has ended' : `${ended} other sessions have ended`);
    await onEnded();
  });

  return (
    <section className="account-card" aria-labelledby="account-sessions">
      <h2 id="account-sessions">Sessions</h2>
      <ul className="session-list">
        {sessions.map((session) => (
          <li key={`${session.created_at} ${session.seen_at} ${session.browser}`} className="session">
            <Icon of={Monitor} size={18} strokeWidth={1.75} className="session-icon" />
            <div className="account-fact">
              <p className="account-value">{session.browser ?? 'A browser'}</p>
              <p className="session-seen">
                {session.is_current ? 'In use now' : `Last seen ${describeSeen(session.seen_at, new Date())}`}
                , signed in on {session.created_at.slice(0, 10)}
              </p>
            </div>
            {session.is_current && <span className="badge badge-success">This browser</span>}
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <div>
          <Button variant="secondary" loading={busy} onClick={() => void submit()}>
            Sign out everywhere else
          </Button>
        </div>
      ) : (
        <p>You are signed in nowhere else.</p>
      )}
    </section>
  );
}
