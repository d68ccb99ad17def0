import './account-page.css';
import { Monitor, Smartphone, UserRound } from 'lucide';
import { useState } from 'react';
import {
  type DeletionRequest,
  deletionPhrase,
  type EndSessionsAnswer,
  type ExportRequest,
  type OwnAccount,
  type OwnSession,
} from '../../../account-settings/contract.ts';
import type { PlainAnswer } from '../../../accounts/contract.ts';
import { minuteMs } from '../../../time.ts';
import { calls, pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useRouter, useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { ConfirmActions, PasswordField, PhraseField } from '../../session/confirm-fields.tsx';
import { PersonalHead, SignInFirst } from '../../session/personal-page.tsx';
import { getJson, sendJson } from '../../session/send.ts';
import { useFetched } from '../../session/use-fetched.tsx';
import { countOf, utcDate } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { downloadFile } from '../../ui/download.ts';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConnectedApps } from './connected-apps.tsx';
import { ProfileSection } from './profile.tsx';

export function AccountPage() {
  const { state } = useAuth();
  return (
    <div className="account-page">
      <PersonalHead title="Account">Your profile, sessions, apps and data.</PersonalHead>
      {state === 'loading' && <AccountSkeleton />}
      {state === 'anonymous' && (
        <SignInFirst icon={<Icon of={UserRound} size={22} />} title="Sign in to see your account">
          You'll come back to this page afterwards.
        </SignInFirst>
      )}
      {state === 'authenticated' && <AccountDetails />}
    </div>
  );
}

const notLoaded = "Your account couldn't be loaded. Check your connection and try again.";

function AccountDetails() {
  const { errorMessage } = useAuth();
  const { state, reload, retry } = useFetched(async () => {
    const outcome = await getJson<OwnAccount>(calls.account, notLoaded);
    if (!outcome.ok) errorMessage(outcome);
    return outcome;
  });
  if (state.phase === 'loading') return <AccountSkeleton />;
  if (state.phase === 'failed') return <LoadFailure message={state.message} onRetry={retry} />;
  return (
    <>
      <ProfileSection account={state.value} onChanged={reload} />
      <SessionSection sessions={state.value.sessions} onEnded={reload} />
      <ConnectedApps />
      <DataSection />
      <DeletionSection email={state.value.email} />
    </>
  );
}

/** Has the size of the loaded page. */
function AccountSkeleton() {
  return (
    <div className="account-skeleton" role="status">
      <p className="visually-hidden">Loading...</p>
      <div className="skeleton account-skeleton-profile" />
      <div className="skeleton account-skeleton-sessions" />
    </div>
  );
}

const notEnded = "The other sessions couldn't be ended. Check your connection and try again.";

function SessionSection({ sessions, onEnded }: { sessions: OwnSession[]; onEnded: () => Promise<void> }) {
  const { errorMessage } = useAuth();
  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await sendJson<EndSessionsAnswer>('DELETE', calls.accountSessions, notEnded);
    if (!outcome.ok) return errorMessage(outcome);
    toast.success(`Signed out of ${countOf(outcome.value.ended, 'other session')}`);
    await onEnded();
  });

  return (
    <section className="account-card" aria-labelledby="account-sessions">
      <h2 id="account-sessions">Active sessions</h2>
      <ul className="account-list">
        {sessions.toSorted(currentFirst).map((session) => (
          <li
            key={`${session.created_at} ${session.seen_at} ${session.browser}`}
            className="account-list-row"
          >
            <Icon
              of={/iPhone|Android/.test(session.browser ?? '') ? Smartphone : Monitor}
              size={18}
              strokeWidth={1.75}
              className="account-list-icon"
            />
            <div className="account-fact">
              <p className="account-value">{session.browser ?? 'Unknown browser'}</p>
              <p className="account-list-note">
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
      <FieldError>{error}</FieldError>
    </section>
  );
}

const currentFirst = (one: OwnSession, other: OwnSession) =>
  Number(other.is_current) - Number(one.is_current);

/** The server records activity every ten minutes at most, so the text is no more precise than that. */
export function describeSeen(seenAt: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(seenAt)) / minuteMs);
  if (minutes < 15) return 'a few minutes ago';
  if (minutes < 90) return `${Math.round(minutes / 15) * 15} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

const notDownloaded = "Your data couldn't be downloaded. Check your connection and try again.";
const notDeleted = "Your account couldn't be deleted. Check your connection and try again.";

const storedData = [
  "Your name and email, and your password as a hash that can't be reversed.",
  'Your sessions: the browser, and when it was first and last seen.',
  'Your connected apps: name, domain, and when they were connected and used.',
  'Your keys with their usage and denied calls by day, and your access requests.',
  'A log of changes to your account and keys, with the network address for 30 days.',
];

function DataSection() {
  const hasPrivacy = hasPage(useSite(), pages.privacy);
  const [open, setOpen] = useState(false);
  return (
    <section className="account-card" aria-labelledby="account-data">
      <h2 id="account-data">Your data</h2>
      <p>What we store:</p>
      <ul className="stored-data">
        {storedData.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        You can download all of it as one JSON file. API secrets are not included.
        {hasPrivacy && (
          <>
            {' '}
            The{' '}
            <Link className="link" href={pages.privacy}>
              privacy page
            </Link>{' '}
            says how long we keep it.
          </>
        )}
      </p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Download your data
        </Button>
      </div>
      <DialogFrame open={open} onClose={() => setOpen(false)}>
        <DownloadData onClose={() => setOpen(false)} />
      </DialogFrame>
    </section>
  );
}

function DownloadData({ onClose }: { onClose: () => void }) {
  const { errorMessage } = useAuth();
  const [password, setPassword] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    const body: ExportRequest = { password };
    const outcome = await sendJson<object>('POST', calls.accountExport, notDownloaded, body);
    if (!outcome.ok) return errorMessage(outcome);
    downloadFile('account.json', JSON.stringify(outcome.value, null, 2));
    toast.success('Your data was saved as account.json');
    onClose();
  });

  return (
    <>
      <DialogHeading title="Download your data">
        You get one JSON file with everything we store about you. We'll also email you about the download.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField value={password} onType={setPassword} error={error} data-first />
        <Button type="submit" loading={busy} disabled={password === ''}>
          Download
        </Button>
      </form>
    </>
  );
}

function DeletionSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="account-card" aria-labelledby="account-deletion">
      <h2 id="account-deletion">Delete your account</h2>
      <p>
        Your keys and connected apps stop working at once. Your name, email and usage are erased. This can't
        be undone.
      </p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <DialogFrame open={open} onClose={() => setOpen(false)}>
        <DeleteAccount email={email} onClose={() => setOpen(false)} />
      </DialogFrame>
    </section>
  );
}

function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }) {
  const { refresh, errorMessage } = useAuth();
  const { navigation } = useRouter();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const phrase = deletionPhrase(email);
  const isReady = typed === phrase && password !== '';

  const { busy, error, submit } = useSubmit(async () => {
    const body: DeletionRequest = { phrase: typed, password };
    const outcome = await sendJson<PlainAnswer>('POST', calls.accountDeletion, notDeleted, body);
    if (!outcome.ok) return errorMessage(outcome);
    toast.success('Your account was deleted');
    onClose();
    navigation.goTo(pages.docs);
    await refresh();
  });

  return (
    <>
      <DialogHeading title="Delete your account?">
        All your keys and connected apps stop working immediately, and everything we store about you is
        erased. This can't be undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} />
        <PasswordField value={password} onType={setPassword} error={error} />
        <ConfirmActions action="Delete account" busy={busy} isReady={isReady} onCancel={onClose} />
      </form>
    </>
  );
}
