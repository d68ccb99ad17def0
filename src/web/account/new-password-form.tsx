import { useState } from 'react';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { resetPassword } from './password/calls.ts';
import { isNewPasswordReady } from './password/new-password.ts';
import { NewPasswordFields } from './password/new-password-fields.tsx';
import { isLinkSpent } from './reset-link.ts';

interface NewPasswordFormProps {
  resetToken: string;
  onSpent: (sentence: string) => void;
  onDone: () => void;
}

export function NewPasswordForm({ resetToken, onSpent, onDone }: NewPasswordFormProps) {
  const { openSignIn, refresh } = useAuth();
  const [entered, setEntered] = useState({ password: '', confirmPassword: '' });
  const [error, setError] = useState<string>();
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const { password, confirmPassword } = entered;
    const outcome = await resetPassword({
      reset_password_token: resetToken,
      password,
      password_confirmation: confirmPassword,
    });
    if (outcome.ok) {
      // Every session of the account has ended, perhaps this browser's too.
      await refresh();
      return onDone();
    }
    if (isLinkSpent(outcome)) return onSpent(outcome.message);
    setError(outcome.message);
    toast.error(outcome.message);
  });

  return (
    <>
      <header className="reset-password-head">
        <h1 tabIndex={-1}>Set a new password</h1>
        <p>You will be signed out everywhere and can then sign in with the new one.</p>
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
