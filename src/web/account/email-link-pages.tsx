import './email-link-pages.css';
import { CircleCheck, type IconNode, MailCheck, Unlink } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UndoEmailAnswer, UndoEmailRequest } from '../../account-settings/contract.ts';
import type {
  PlainAnswer,
  ResetLinkRequest,
  ResetPasswordAnswer,
  ResetPasswordRequest,
} from '../../accounts/contract.ts';
import { calls, pages, resetPasswordLink } from '../../urls.ts';
import { DataTeamLink, Link } from '../router/link.tsx';
import { openAccountDialog, rememberResetEmail, useAuth } from '../session/auth-context.tsx';
import type { RequestError } from '../session/outcome.ts';
import { sendJson } from '../session/send.ts';
import { Button, type ButtonVariant, buttonClass, LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { NewPasswordFields, useNewPassword } from './password/new-password.tsx';

/** The token of the link that opened the page, and why the link doesn't work, if that is known. */
function useLinkToken(parameter: string) {
  const [token] = useState(() => new URLSearchParams(location.search).get(parameter) ?? '');
  const [linkError, setLinkError] = useState(
    token ? undefined : 'This link is incomplete. Open it from the email again.',
  );
  return { token, linkError, setLinkError };
}

const notSaved = "Your new password couldn't be saved. Check your connection and try again.";

/** Only a new link helps: the error is not about the password. */
const isLinkUnusable = ({ code }: RequestError) =>
  code === 'unknown-link' || code === 'used-link' || code === 'expired-link';

/** The page that the link in the password reset email opens. */
export function ResetPasswordPage() {
  const { token, linkError, setLinkError } = useLinkToken('reset_password_token');
  const [isChanged, setIsChanged] = useState(false);
  const { state, openForgotPassword } = useAuth();
  const isSessionKnown = state !== 'loading';

  // A bad link is reported before the user thinks up a password.
  useEffect(() => {
    if (!token || !isSessionKnown) return;
    let isCurrent = true;
    const body: ResetLinkRequest = { reset_password_token: token };
    sendJson<PlainAnswer>('POST', calls.passwordLink, notSaved, body).then((outcome) => {
      if (isCurrent && !outcome.ok && isLinkUnusable(outcome)) setLinkError(outcome.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, isSessionKnown, setLinkError]);

  return (
    <div className="email-link-page">
      {isChanged && (
        <LinkResult icon={CircleCheck} title="Password changed" isDone>
          <p>Use your new password from now on.</p>
          <SignedInNote />
          <SignInOrKeys label="Sign in" variant="primary" />
        </LinkResult>
      )}
      {!isChanged && linkError && (
        <BadLink message={linkError}>
          <SignedInNote />
          <div className="message-actions">
            <Button onClick={openForgotPassword}>Send a new link</Button>
            <SignInOrKeys label="Back to sign in" variant="secondary" />
          </div>
        </BadLink>
      )}
      {!isChanged && !linkError && (
        <NewPasswordForm token={token} onBadLink={setLinkError} onDone={() => setIsChanged(true)} />
      )}
    </div>
  );
}

interface NewPasswordFormProps {
  token: string;
  onBadLink: (message: string) => void;
  onDone: () => void;
}

function NewPasswordForm({ token, onBadLink, onDone }: NewPasswordFormProps) {
  const { openSignIn, refresh } = useAuth();
  const { fields, value, isReady } = useNewPassword();

  const { busy, error, submit } = useSubmit(async () => {
    const { password, confirmPassword: password_confirmation } = value;
    const body: ResetPasswordRequest = { reset_password_token: token, password, password_confirmation };
    const outcome = await sendJson<ResetPasswordAnswer>('PUT', calls.password, notSaved, body);
    if (outcome.ok) {
      rememberResetEmail(outcome.value.email);
      // All sessions of the account have ended, perhaps including this one.
      await refresh();
      onDone();
    } else if (isLinkUnusable(outcome)) onBadLink(outcome.message);
    else return outcome.message;
  });

  return (
    <>
      <header className="email-link-head">
        <h1 tabIndex={-1}>Set a new password</h1>
        <p>
          You'll be signed out everywhere, and connected apps will be disconnected. Then sign in with your new
          password.
        </p>
      </header>
      <form className="email-link-form" onSubmit={submit} noValidate>
        <NewPasswordFields {...fields} error={error} />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Save new password
        </Button>
      </form>
      <p className="email-link-back">
        <LinkButton onClick={openSignIn}>Back to sign in</LinkButton>
      </p>
    </>
  );
}

interface SignInOrKeysProps {
  label: string;
  variant: ButtonVariant;
}

/**
 * Opens the sign-in dialog, which leads to the keys because there is nothing left to do here. Links to them if the user
 * has signed in already, perhaps in another tab.
 */
function SignInOrKeys({ label, variant }: SignInOrKeysProps) {
  const { state } = useAuth();
  if (state === 'loading') return null;
  if (state === 'authenticated')
    return (
      <Link className={buttonClass(variant)} href={pages.apiKeys}>
        API Keys
      </Link>
    );
  return (
    <Button variant={variant} onClick={() => openAccountDialog('sign-in', { nextPage: pages.apiKeys })}>
      {label}
    </Button>
  );
}

function SignedInNote() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <p>
      You're signed in as <strong>{user.email}</strong>.
    </p>
  );
}

const BadLink = ({ message, children }: { message: string; children: ReactNode }) => (
  <LinkResult icon={Unlink} title="This link doesn't work">
    <p>{message.replace(/\.?$/, '.')}</p>
    {children}
  </LinkResult>
);

interface LinkResultProps {
  icon: IconNode;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}

/** The heading takes the focus, so that a screen reader announces the result. */
function LinkResult({ icon, title, isDone = false, children }: LinkResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="email-link-result">
      <Icon of={icon} size={36} strokeWidth={1.5} className={isDone ? 'email-link-done' : 'email-link-bad'} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

const notUndone = "The change couldn't be undone. Check your connection and try again.";

/**
 * The page that the link in the email to a replaced address opens. Nothing happens before the click, because mail
 * programs open links too.
 */
export function UndoEmailPage() {
  const { refresh } = useAuth();
  const { token, linkError, setLinkError } = useLinkToken('undo_token');
  const [answer, setAnswer] = useState<RestoredEmail>();
  const [keepKeys, setKeepKeys] = useState(false);

  const { busy, submit } = useSubmit(async () => {
    const body: UndoEmailRequest = { undo_token: token, keep_keys: keepKeys };
    const outcome = await sendJson<UndoEmailAnswer>('POST', calls.undoEmail, notUndone, body);
    if (outcome.ok) {
      setAnswer(outcome.value);
      await refresh();
    } else setLinkError(outcome.message);
  });

  return (
    <div className="email-link-page">
      {linkError && (
        <BadLink message={linkError}>
          <p>
            If you didn't change your email, write to <DataTeamLink>the data team</DataTeamLink>.
          </p>
        </BadLink>
      )}
      {answer && <EmailRestored answer={answer} />}
      {!linkError && !answer && (
        <div className="email-link-result">
          <h1 tabIndex={-1}>Undo the email change?</h1>
          <p>
            Your account goes back to the address that received this link. All sessions are signed out, and
            you set a new password. API keys and secrets created since the change stop working.
          </p>
          <label className="undo-keep">
            <input
              type="checkbox"
              checked={keepKeys}
              onChange={(event) => setKeepKeys(event.currentTarget.checked)}
            />
            Keep those keys and secrets, because I created them
          </label>
          <Button loading={busy} onClick={() => void submit()}>
            Undo email change
          </Button>
        </div>
      )}
    </div>
  );
}

type RestoredEmail = Extract<UndoEmailAnswer, { success: true }>;

function EmailRestored({ answer }: { answer: RestoredEmail }) {
  const { email, reset_password_token, revoked_keys: keys, discarded_secrets: secrets } = answer;
  return (
    <LinkResult icon={MailCheck} title="Email restored" isDone>
      <p>
        Your account uses <strong>{email}</strong> again. The person who changed it knew your password, so
        that password no longer works. Set a new one now.
      </p>
      {keys.length > 0 && <p>Revoked keys: {quote(keys)}.</p>}
      {secrets.length > 0 && (
        <p>Discarded the new secret of: {quote(secrets)}. Check that each key still has a working one.</p>
      )}
      <a className={buttonClass('primary')} href={resetPasswordLink('', reset_password_token)}>
        Set a new password
      </a>
    </LinkResult>
  );
}

const quote = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
