import { useState } from 'react';
import { linkMinutes } from '../../accounts/contract.ts';
import { Button } from '../ui/button.tsx';
import { DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { EmailViewProps } from './email-view.ts';
import { requestPasswordReset } from './password/calls.ts';

export function ForgotPassword({ email, onEmail, onView }: EmailViewProps) {
  const [sentTo, setSentTo] = useState<string>();
  const toSignIn = () => onView('sign-in');
  if (sentTo === undefined)
    return <ForgotPasswordForm email={email} onEmail={onEmail} onSent={setSentTo} onBack={toSignIn} />;

  function tryAnother() {
    onEmail('');
    setSentTo(undefined);
  }

  return (
    <>
      <DialogHeading key="sent" title="Check your email">
        If <strong>{sentTo}</strong> has an account, a link to set a new password is on its way. It works
        once, for {linkMinutes} minutes.
      </DialogHeading>
      <div className="dialog-actions">
        <Button onClick={toSignIn} data-first>
          Back to sign in
        </Button>
        <Button variant="secondary" onClick={tryAnother}>
          Try a different email
        </Button>
      </div>
    </>
  );
}

interface FormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (email: string) => void;
  onBack: () => void;
}

function ForgotPasswordForm({ email, onEmail, onSent, onBack }: FormProps) {
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    const address = email.trim();
    if (!address) return;
    setError(undefined);
    const outcome = await requestPasswordReset(address);
    if (outcome.ok) {
      toast.success('Password reset instructions sent to your email');
      onSent(address);
      return;
    }
    setError(outcome.message);
    toast.error(outcome.message);
  });

  return (
    <>
      <DialogHeading key="form" title="Forgot password">
        Enter your address and we will send you a link to set a new one.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy} disabled={!email.trim()}>
          Send reset link
        </Button>
      </form>
      <p className="dialog-footer">
        <button type="button" className="link" onClick={onBack}>
          Back to sign in
        </button>
      </p>
    </>
  );
}
