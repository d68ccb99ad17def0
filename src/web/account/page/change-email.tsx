import { useState } from 'react';
import { codeLength, codeMinutes, undoHours } from '../../../accounts/contract.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { PasswordField } from '../password/password-field.tsx';
import { changeEmail, sendEmailCode } from './calls.ts';
import { useRefusalWords } from './use-own-account.ts';

interface ChangeEmailProps {
  onChanged: () => Promise<void>;
  onClose: () => void;
}

interface Sent {
  email: string;
  token: string;
}

/** The new address proves itself by a code; the old one gets a link that undoes it. */
export function ChangeEmail({ onChanged, onClose }: ChangeEmailProps) {
  const { refresh } = useAuth();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<Sent>();
  if (!sent) return <NewAddress email={email} onEmail={setEmail} onSent={setSent} />;

  async function finish(address: string) {
    toast.success(`Your address is ${address} now`);
    onClose();
    await Promise.all([onChanged(), refresh()]);
  }
  return <EnterCode sent={sent} onBack={() => setSent(undefined)} onDone={finish} />;
}

interface NewAddressProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (sent: Sent) => void;
}

function NewAddress({ email, onEmail, onSent }: NewAddressProps) {
  const wordsOf = useRefusalWords();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const isReady = email.trim() !== '' && password !== '';

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setErrors({});
    const outcome = await sendEmailCode({ email, password });
    if (outcome.ok) return onSent({ email: email.trim(), token: outcome.value.verification_token });
    const isAddress = outcome.code === 'bad-email' || outcome.code === 'same-email';
    setErrors({ [isAddress ? 'email' : 'password']: wordsOf(outcome) });
  });

  return (
    <>
      <DialogHeading key="address" title="Change your e-mail address">
        We send a code to the new address. The old one gets a link that undoes the change within {undoHours}{' '}
        hours.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="New email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          error={errors.email}
          data-first
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Send code
        </Button>
      </form>
    </>
  );
}

interface EnterCodeProps {
  sent: Sent;
  onBack: () => void;
  onDone: (email: string) => Promise<void>;
}

function EnterCode({ sent, onBack, onDone }: EnterCodeProps) {
  const wordsOf = useRefusalWords();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (code === '') return;
    setError(undefined);
    const outcome = await changeEmail({ email: sent.email, code, verification_token: sent.token });
    if (outcome.ok) return onDone(outcome.value.user.email);
    setError(wordsOf(outcome));
  });

  return (
    <>
      <DialogHeading key="code" title="Enter your code">
        We sent {codeLength} digits to <strong>{sent.email}</strong>. They are good for {codeMinutes} minutes.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, codeLength))}
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
