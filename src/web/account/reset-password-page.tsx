import './reset-password-page.css';
import { CircleCheck, Unlink } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { PlainAnswer, ResetLinkRequest, ResetPasswordRequest } from '../../accounts/contract.ts';
import { calls, pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';
import type { RequestError } from '../session/outcome.ts';
import { sendJson } from '../session/send.ts';
import { Button, type ButtonVariant, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { isNewPasswordReady, NewPasswordFields } from './password/new-password.tsx';

const notSaved = "Your new password couldn't be saved. Check your connection and try again.";

/** Only a new link helps: the error is not about the password. */
const isLinkUnusable = ({ code }: RequestError) =>
  code === 'unknown-link' || code === 'used-link' || code === 'expired-link';

type Stage = { is: 'form' } | { is: 'bad-link'; message: string } | { is: 'done' };

/** The page that the link in the password reset email opens. */
export function ResetPasswordPage() {
  const [resetToken] = useState(() => new URLSearchParams(location.search).get('reset_password_token') ?? '');
  const [stage, setStage] = useState<Stage>(
    resetToken
      ? { is: 'form' }
      : { is: 'bad-link', message: 'This link is incomplete. Open it from the email again.' },
  );
  const isSessionKnown = useAuth().state !== 'loading';

  // A bad link is reported before the user thinks up a password.
  useEffect(() => {
    if (!resetToken || !isSessionKnown) return;
    let isCurrent = true;
    const body: ResetLinkRequest = { reset_password_token: resetToken };
    sendJson<PlainAnswer>('POST', calls.passwordLink, notSaved, body).then((outcome) => {
      if (isCurrent && !outcome.ok && isLinkUnusable(outcome))
        setStage({ is: 'bad-link', message: outcome.message });
    });
    return () => {
      isCurrent = false;
    };
  }, [resetToken, isSessionKnown]);

  return (
    <div className="reset-password">
      {stage.is === 'form' && <NewPasswordForm resetToken={resetToken} onStage={setStage} />}
      {stage.is === 'bad-link' && <BadLink message={stage.message} />}
      {stage.is === 'done' && <PasswordChanged />}
    </div>
  );
}

function NewPasswordForm({ resetToken, onStage }: { resetToken: string; onStage: (stage: Stage) => void }) {
  const { openSignIn, refresh } = useAuth();
  const [entered, setEntered] = useState({ password: '', confirmPassword: '' });
  const [error, setError] = useState<string>();
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const { password, confirmPassword: password_confirmation } = entered;
    const body: ResetPasswordRequest = { reset_password_token: resetToken, password, password_confirmation };
    const outcome = await sendJson<PlainAnswer>('PUT', calls.password, notSaved, body);
    if (outcome.ok) {
      // All sessions of the account have ended, perhaps including this one.
      await refresh();
      return onStage({ is: 'done' });
    }
    if (isLinkUnusable(outcome)) return onStage({ is: 'bad-link', message: outcome.message });
    setError(outcome.message);
    toast.error(outcome.message);
  });

  return (
    <>
      <header className="reset-password-head">
        <h1 tabIndex={-1}>Set a new password</h1>
        <p>You'll be signed out everywhere. Then sign in with your new password.</p>
      </header>
      <form className="reset-password-form" onSubmit={submit} noValidate>
        <NewPasswordFields value={entered} onChange={setEntered} error={error} />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Save new password
        </Button>
      </form>
      <p className="reset-password-back">
        <button type="button" className="link" onClick={openSignIn}>
          Back to sign in
        </button>
      </p>
    </>
  );
}

function BadLink({ message }: { message: string }) {
  const { openForgotPassword } = useAuth();
  return (
    <div className="reset-password-outcome">
      <Icon of={Unlink} size={36} strokeWidth={1.5} className="reset-password-bad-link" />
      <FocusedHeading>This link doesn't work</FocusedHeading>
      <p>{message.replace(/\.?$/, '.')}</p>
      <SignedInNote />
      <div className="message-actions">
        <Button onClick={openForgotPassword}>Send a new link</Button>
        <SignInOrKeys label="Back to sign in" variant="secondary" />
      </div>
    </div>
  );
}

function PasswordChanged() {
  return (
    <div className="reset-password-outcome">
      <Icon of={CircleCheck} size={36} strokeWidth={1.5} className="reset-password-done" />
      <FocusedHeading>Password changed</FocusedHeading>
      <p>Use your new password from now on.</p>
      <SignedInNote />
      <SignInOrKeys label="Sign in" variant="primary" />
    </div>
  );
}

/** Opens the sign-in dialog, or links to the keys if the user has signed in, perhaps in another tab. */
function SignInOrKeys({ label, variant }: { label: string; variant: ButtonVariant }) {
  const { state, openSignIn } = useAuth();
  if (state === 'loading') return null;
  if (state === 'authenticated')
    return (
      <Link className={buttonClass(variant)} href={pages.apiKeys}>
        API Keys
      </Link>
    );
  return (
    <Button variant={variant} onClick={openSignIn}>
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

/** Takes the focus, so that a screen reader announces the result. */
function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
