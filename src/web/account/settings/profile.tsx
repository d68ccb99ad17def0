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
import { PasswordField } from '../../session/confirm-fields.tsx';
import { sendJson } from '../../session/send.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { isNewPasswordReady, NewPasswordFields } from '../password/new-password.tsx';

const notSaved = "The change couldn't be saved. Check your connection and try again.";
const codeNotSent = "The code couldn't be sent. Check your connection and try again.";

const renameUser = (body: RenameRequest) => sendJson<RenameAnswer>('PUT', calls.accountName, notSaved, body);
const changePassword = (body: ChangePasswordRequest) =>
  sendJson<PlainAnswer>('PUT', calls.accountPassword, notSaved, body);
const sendEmailCode = (body: EmailCodeRequest) =>
  sendJson<SendCodeAnswer>('POST', calls.accountEmailCode, codeNotSent, body);
const changeEmail = (body: ChangeEmailRequest) =>
  sendJson<RenameAnswer>('PUT', calls.accountEmail, notSaved, body);

export function ProfileSection({
  account,
  onChanged,
}: {
  account: OwnAccount;
  onChanged: () => Promise<void>;
}) {
  const [dialog, setDialog] = useState<{ view: 'email' | 'password'; open: boolean }>();
  const close = () => setDialog((before) => before && { ...before, open: false });
  return (
    <section className="account-card" aria-labelledby="account-profile">
      <h2 id="account-profile">Profile</h2>
      <NameForm key={account.name} name={account.name} onSaved={onChanged} />
      <ProfileRow label="Email" value={account.email}>
        <Button variant="secondary" size="small" onClick={() => setDialog({ view: 'email', open: true })}>
          Change email
        </Button>
      </ProfileRow>
      <ProfileRow label="Password" value="••••••••">
        <Button variant="secondary" size="small" onClick={() => setDialog({ view: 'password', open: true })}>
          Change password
        </Button>
      </ProfileRow>
      <DialogFrame open={dialog?.open ?? false} onClose={close}>
        {dialog?.view === 'email' ? (
          <ChangeEmail onChanged={onChanged} onClose={close} />
        ) : (
          <ChangePassword onChanged={onChanged} onClose={close} />
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
  const [error, setError] = useState<string>();
  const isChanged = typed.trim() !== '' && typed.trim() !== name;

  const { busy, submit } = useSubmit(async () => {
    if (!isChanged) return;
    setError(undefined);
    const outcome = await renameUser({ name: typed });
    if (!outcome.ok) return setError(errorMessage(outcome));
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
  const { refresh, errorMessage } = useAuth();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState<{ email: string; token: string }>();
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string; code?: string }>({});
  const isReady = email.trim() !== '' && password !== '';

  const request = useSubmit(async () => {
    if (!isReady) return;
    setErrors({});
    const outcome = await sendEmailCode({ email, password });
    if (outcome.ok) return setSent({ email: email.trim(), token: outcome.value.verification_token });
    const isAboutEmail = outcome.code === 'bad-email' || outcome.code === 'same-email';
    setErrors({ [isAboutEmail ? 'email' : 'password']: errorMessage(outcome) });
  });

  const confirm = useSubmit(async () => {
    if (!sent || code === '') return;
    setErrors({});
    const outcome = await changeEmail({ email: sent.email, code, verification_token: sent.token });
    if (!outcome.ok) return setErrors({ code: errorMessage(outcome) });
    toast.success(`Email changed to ${outcome.value.user.email}`);
    onClose();
    await Promise.all([onChanged(), refresh()]);
  });

  function goBack() {
    setSent(undefined);
    setCode('');
    setErrors({});
  }

  if (sent)
    return (
      <>
        <DialogHeading key="code" title="Enter your code">
          We sent a {codeLength}-digit code to <strong>{sent.email}</strong>. It expires in {codeMinutes}{' '}
          minutes.
        </DialogHeading>
        <form key="code-form" className="dialog-form" onSubmit={confirm.submit} noValidate>
          <Field
            label="Verification code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, codeLength))}
            error={errors.code}
            data-first
          />
          <Button type="submit" loading={confirm.busy} disabled={code.length < codeLength}>
            Change email
          </Button>
        </form>
        <BackLink onClick={goBack} />
      </>
    );
  return (
    <>
      <DialogHeading key="email" title="Change your email">
        We'll send a code to the new address. The old address gets a link to undo the change within{' '}
        {undoHours} hours.
      </DialogHeading>
      <form key="email-form" className="dialog-form" onSubmit={request.submit} noValidate>
        <Field
          label="New email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email}
          data-first
        />
        <PasswordField value={password} onType={setPassword} error={errors.password} />
        <Button type="submit" loading={request.busy} disabled={!isReady}>
          Send code
        </Button>
      </form>
    </>
  );
}

function ChangePassword({ onChanged, onClose }: ChangeProps) {
  const { openForgotPassword, errorMessage } = useAuth();
  const [current, setCurrent] = useState('');
  const [entered, setEntered] = useState({ password: '', confirmPassword: '' });
  const [errors, setErrors] = useState<{ current?: string; next?: string }>({});
  const isReady = current !== '' && isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setErrors({});
    const { password, confirmPassword: password_confirmation } = entered;
    const outcome = await changePassword({ current_password: current, password, password_confirmation });
    if (!outcome.ok)
      return setErrors({ [outcome.code === 'bad-password' ? 'next' : 'current']: errorMessage(outcome) });
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
      <DialogHeading title="Change your password">You'll be signed out of all other sessions.</DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField
          label="Current password"
          value={current}
          onType={setCurrent}
          error={errors.current}
          data-first
        />
        <NewPasswordFields value={entered} onChange={setEntered} error={errors.next} />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Save new password
        </Button>
      </form>
      <p className="dialog-footer">
        <button type="button" className="link" onClick={forgotPassword}>
          Forgot password?
        </button>
      </p>
    </>
  );
}
