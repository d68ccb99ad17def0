import { type ReactNode, useState } from 'react';
import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  EmailCodeRequest,
  OwnAccount,
  RenameAnswer,
  RenameRequest,
} from '../../../account-settings/contract.ts';
import {
  codeLength,
  codeMinutes,
  type PlainAnswer,
  type SendCodeAnswer,
  undoHours,
} from '../../../accounts/contract.ts';
import { maxNameLength } from '../../../accounts/names.ts';
import { calls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { digitsOf, PasswordField } from '../../session/confirm-fields.tsx';
import { sendJson } from '../../session/send.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { BackLink, DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { NewPasswordFields, useNewPassword } from '../password/new-password.tsx';

const notSaved = "The change couldn't be saved. Check your connection and try again.";
const codeNotSent = "The code couldn't be sent. Check your connection and try again.";

const renameUser = (body: RenameRequest) => sendJson<RenameAnswer>('PUT', calls.accountName, notSaved, body);
const changePassword = (body: ChangePasswordRequest) =>
  sendJson<PlainAnswer>('PUT', calls.accountPassword, notSaved, body);
const sendEmailCode = (body: EmailCodeRequest) =>
  sendJson<SendCodeAnswer>('POST', calls.accountEmailCode, codeNotSent, body);
const changeEmail = (body: ChangeEmailRequest) =>
  sendJson<RenameAnswer>('PUT', calls.accountEmail, notSaved, body);

interface ProfileProps {
  account: OwnAccount;
  onChanged: () => Promise<void>;
}

export function ProfileSection({ account, onChanged }: ProfileProps) {
  const [dialog, setDialog] = useState<'email' | 'password'>();
  const close = () => setDialog(undefined);
  return (
    <section className="account-card" aria-labelledby="account-profile">
      <h2 id="account-profile">Profile</h2>
      <NameForm key={account.name} name={account.name} onSaved={onChanged} />
      <ProfileRow label="Email" value={account.email}>
        <Button variant="secondary" size="small" onClick={() => setDialog('email')}>
          Change email
        </Button>
      </ProfileRow>
      <ProfileRow label="Password" value="••••••••">
        <Button variant="secondary" size="small" onClick={() => setDialog('password')}>
          Change password
        </Button>
      </ProfileRow>
      <DialogFrame open={dialog !== undefined} onClose={close}>
        {dialog === 'email' ? (
          <ChangeEmail onChanged={onChanged} onClose={close} />
        ) : (
          <ChangePassword email={account.email} onChanged={onChanged} onClose={close} />
        )}
      </DialogFrame>
    </section>
  );
}

function ProfileRow({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="account-row">
      <div className="account-fact">
        <p className="field-label">{label}</p>
        <p className="account-value">{value}</p>
      </div>
      {children}
    </div>
  );
}

function NameForm({ name, onSaved }: { name: string; onSaved: () => Promise<void> }) {
  const { refresh, errorMessage } = useAuth();
  const [typed, setTyped] = useState(name);
  const isChanged = typed.trim() !== '' && typed.trim() !== name;

  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await renameUser({ name: typed });
    if (!outcome.ok) return errorMessage(outcome);
    toast.success('Name updated');
    await Promise.all([onSaved(), refresh()]);
  });

  return (
    <form className="account-row account-name" onSubmit={submit} noValidate>
      <Field
        label="Full name"
        autoComplete="name"
        maxLength={2 * maxNameLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
      />
      <Button type="submit" variant="secondary" loading={busy} disabled={!isChanged}>
        Save name
      </Button>
    </form>
  );
}

interface ChangeProps {
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** The new address is verified by a code; the old one gets a link that undoes the change. */
function ChangeEmail({ onChanged, onClose }: ChangeProps) {
  const { errorMessage } = useAuth();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState<SentCode>();
  const [isAboutEmail, setIsAboutEmail] = useState(false);

  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await sendEmailCode({ email, password });
    if (outcome.ok) {
      setSent({ email: email.trim(), verification_token: outcome.value.verification_token });
      return;
    }
    setIsAboutEmail(outcome.code === 'bad-email' || outcome.code === 'same-email');
    return errorMessage(outcome);
  });

  if (sent) return <ConfirmEmail {...{ sent, onChanged, onClose }} onBack={() => setSent(undefined)} />;
  return (
    <>
      <DialogHeading title="Change your email">
        We'll send a code to the new address. The old address gets a link to undo the change within{' '}
        {undoHours} hours.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="New email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={isAboutEmail ? error : undefined}
          data-first
        />
        <PasswordField value={password} onType={setPassword} error={isAboutEmail ? undefined : error} />
        <Button type="submit" loading={busy} disabled={email.trim() === '' || password === ''}>
          Send code
        </Button>
      </form>
    </>
  );
}

type SentCode = Omit<ChangeEmailRequest, 'code'>;

function ConfirmEmail({
  sent,
  onBack,
  onChanged,
  onClose,
}: ChangeProps & { sent: SentCode; onBack: () => void }) {
  const { refresh, errorMessage } = useAuth();
  const [code, setCode] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await changeEmail({ ...sent, code });
    if (!outcome.ok) return errorMessage(outcome);
    toast.success(`Email changed to ${outcome.value.user.email}`);
    onClose();
    await Promise.all([onChanged(), refresh()]);
  });

  return (
    <>
      <DialogHeading title="Enter your code">
        We sent a {codeLength}-digit code to <strong>{sent.email}</strong>. It expires in {codeMinutes}{' '}
        minutes.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(digitsOf(event.target.value))}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy} disabled={code.length < codeLength}>
          Change email
        </Button>
      </form>
      <BackLink onClick={onBack} />
    </>
  );
}

function ChangePassword({ email, onChanged, onClose }: ChangeProps & { email: string }) {
  const { openForgotPassword, errorMessage } = useAuth();
  const [current, setCurrent] = useState('');
  const { fields, value, isReady } = useNewPassword({ email });
  const [isAboutNew, setIsAboutNew] = useState(false);

  const { busy, error, submit } = useSubmit(async () => {
    const { password, confirmPassword: password_confirmation } = value;
    const outcome = await changePassword({ current_password: current, password, password_confirmation });
    if (!outcome.ok) {
      setIsAboutNew(outcome.code === 'bad-password' || outcome.code === 'same-password');
      return errorMessage(outcome);
    }
    toast.success("Password changed. You're signed out of all other sessions.");
    onClose();
    await onChanged();
  });

  function forgotPassword() {
    onClose();
    openForgotPassword();
  }

  return (
    <>
      <DialogHeading title="Change your password">
        You'll be signed out of all other sessions, and connected apps will be disconnected.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField
          label="Current password"
          value={current}
          onType={setCurrent}
          error={isAboutNew ? undefined : error}
          data-first
        />
        <NewPasswordFields {...fields} label="New password" error={isAboutNew ? error : undefined} />
        <Button type="submit" loading={busy} disabled={current === '' || !isReady}>
          Save new password
        </Button>
      </form>
      <p className="dialog-footer">
        <LinkButton onClick={forgotPassword}>Forgot password?</LinkButton>
      </p>
    </>
  );
}
