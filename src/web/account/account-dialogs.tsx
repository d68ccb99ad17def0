import { useRef, useState } from 'react';
import { linkMinutes, type PlainAnswer } from '../../accounts/contract.ts';
import { calls, pages } from '../../urls.ts';
import { useRouter } from '../router/router-context.tsx';
import {
  type AccountDialog,
  closeAccountDialog,
  connectingApp,
  openAccountDialog,
  useAuth,
} from '../session/auth-context.tsx';
import { PasswordField } from '../session/confirm-fields.tsx';
import { sendJson } from '../session/send.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { useStore } from '../ui/store.ts';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { SignUp } from './sign-up/sign-up.tsx';

export function AccountDialogs({ dialog }: { dialog: AccountDialog }) {
  return (
    <DialogFrame open={dialog.open} onClose={closeAccountDialog} findNext={findKeysLink}>
      <AccountDialogContent dialog={dialog} />
    </DialogFrame>
  );
}

/** Gets the focus after signing in, which removes the buttons that opened the dialog. */
const findKeysLink = () =>
  [...document.querySelectorAll<HTMLElement>(`:is(header, aside) a[href="${pages.apiKeys}"]`)].find(
    (link) => link.checkVisibility() && !link.ariaCurrent,
  ) ?? null;

function AccountDialogContent({ dialog: { view, ...options } }: { dialog: AccountDialog }) {
  // Signing in and resetting the password share the address that was typed.
  const [email, setEmail] = useState(options.email ?? '');
  if (view === 'sign-up') return <SignUp />;
  if (view === 'forgot-password') return <ForgotPassword email={email} onEmail={setEmail} />;
  return <SignIn {...options} email={email} onEmail={setEmail} />;
}

interface EmailProps {
  email: string;
  onEmail: (email: string) => void;
}

function SignIn({ email, onEmail, notice, nextPage }: EmailProps & Omit<AccountDialog, 'view' | 'open'>) {
  const { signin } = useAuth();
  const { navigation } = useRouter();
  const app = useStore(connectingApp);
  const [password, setPassword] = useState('');
  const [isEmailKnown] = useState(email !== '');
  const passwordField = useRef<HTMLInputElement>(null);

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const outcome = await signin(email.trim(), password);
    if (outcome.ok) {
      toast.success('Successfully signed in!');
      closeAccountDialog();
      if (nextPage) navigation.goTo(nextPage);
      return;
    }
    passwordField.current?.select();
    return showToast(outcome);
  });

  return (
    <>
      <DialogHeading title="Welcome back">
        {notice ?? `Sign in to ${app === undefined ? 'manage your API keys' : `connect ${app}`}.`}
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <EmailField email={email} onEmail={onEmail} isFirst={!isEmailKnown} />
        <PasswordField
          ref={passwordField}
          value={password}
          onType={setPassword}
          error={error}
          data-first={isEmailKnown || undefined}
        />
        <Button type="submit" loading={busy} disabled={!email || !password}>
          Sign In
        </Button>
      </form>
      <p className="dialog-footer dialog-links">
        <LinkButton onClick={() => openAccountDialog('forgot-password')}>Forgot password?</LinkButton>
        <LinkButton onClick={() => openAccountDialog('sign-up')}>Create an account</LinkButton>
      </p>
    </>
  );
}

interface EmailFieldProps extends EmailProps {
  isFirst?: boolean;
  error?: string | undefined;
}

const EmailField = ({ email, onEmail, isFirst = true, error }: EmailFieldProps) => (
  <Field
    label="Email"
    type="email"
    autoComplete="username"
    value={email}
    onChange={(event) => onEmail(event.target.value)}
    error={error}
    data-first={isFirst || undefined}
  />
);

const resetFailed = (status: number) =>
  status === 0
    ? 'An error occurred while sending password reset instructions'
    : 'Failed to send password reset instructions';

function ForgotPassword({ email, onEmail }: EmailProps) {
  const [sentTo, setSentTo] = useState<string>();
  const goToSignIn = () => openAccountDialog('sign-in');

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const body = { email: email.trim() };
    const outcome = await sendJson<PlainAnswer>('POST', calls.forgotPassword, resetFailed, body);
    if (outcome.ok) {
      toast.success('Password reset instructions sent to your email');
      setSentTo(body.email);
      return;
    }
    return showToast(outcome);
  });

  function tryAnotherEmail() {
    onEmail('');
    setSentTo(undefined);
  }

  if (sentTo !== undefined)
    return (
      <>
        <DialogHeading key="sent" title="Check your email">
          If <strong>{sentTo}</strong> has an account, we've sent it a link to set a new password. The link
          works once and expires in {linkMinutes} minutes.
        </DialogHeading>
        <div className="dialog-actions">
          <Button onClick={goToSignIn} data-first>
            Back to sign in
          </Button>
          <Button variant="secondary" onClick={tryAnotherEmail}>
            Try a different email
          </Button>
        </div>
      </>
    );
  return (
    <>
      <DialogHeading key="form" title="Forgot password">
        Enter your email and we'll send you a link to set a new password.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <EmailField email={email} onEmail={onEmail} error={error} />
        <Button type="submit" loading={busy} disabled={!email.trim()}>
          Send reset link
        </Button>
      </form>
      <p className="dialog-footer">
        <LinkButton onClick={goToSignIn}>Back to sign in</LinkButton>
      </p>
    </>
  );
}
