import { Monitor } from 'lucide';
import type { EndSessionsAnswer, OwnSession } from '../../../account-settings/contract.ts';
import { minuteMs } from '../../../time.ts';
import { calls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { sendJson } from '../../session/send.ts';
import { countOf, utcDate } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

const notEnded = "The other sessions couldn't be ended. Check your connection and try again.";

export function SessionSection({
  sessions,
  onEnded,
}: {
  sessions: OwnSession[];
  onEnded: () => Promise<void>;
}) {
  const { errorMessage } = useAuth();
  const { busy, submit } = useSubmit(async () => {
    const outcome = await sendJson<EndSessionsAnswer>('DELETE', calls.accountSessions, notEnded);
    if (!outcome.ok) return void toast.error(errorMessage(outcome));
    toast.success(`Signed out of ${countOf(outcome.value.ended, 'other session')}`);
    await onEnded();
  });

  return (
    <section className="account-card" aria-labelledby="account-sessions">
      <h2 id="account-sessions">Active sessions</h2>
      <ul className="session-list">
        {sessions.map((session) => (
          <li key={`${session.created_at} ${session.seen_at} ${session.browser}`} className="session">
            <Icon of={Monitor} size={18} strokeWidth={1.75} className="session-icon" />
            <div className="account-fact">
              <p className="account-value">{session.browser ?? 'Unknown browser'}</p>
              <p className="session-seen">
                {session.is_current ? 'Active now' : `Last seen ${describeSeen(session.seen_at, new Date())}`}
                , signed in on {utcDate(session.created_at)}
              </p>
            </div>
            {session.is_current && <span className="badge badge-success">This browser</span>}
          </li>
        ))}
      </ul>
      {sessions.some(({ is_current }) => !is_current) ? (
        <div>
          <Button variant="secondary" loading={busy} onClick={() => void submit()}>
            Sign out of all other sessions
          </Button>
        </div>
      ) : (
        <p>No other sessions.</p>
      )}
    </section>
  );
}

/** The server records activity every ten minutes at most, so the text is no more precise than that. */
export function describeSeen(seenAt: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(seenAt)) / minuteMs);
  if (minutes < 15) return 'a few minutes ago';
  if (minutes < 90) return `${Math.round(minutes / 15) * 15} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
