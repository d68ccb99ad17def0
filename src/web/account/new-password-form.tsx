import { useState } from 'react';
import { useAuth } from '../session/auth-context.tsx';
import { resetPassword } from '../session/calls.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { isNewPasswordReady } from './password/new-password.ts';
import { NewPasswordFields } from './password/new-password-fields.tsx';
import { describeNewPasswordRefusal, isLinkSpent } from './refusals.ts';

interface NewPasswordFormProps {
  token: string;
  onSpent: (sentence: string) => void;
  onDone: () => void;
}

export function NewPasswordForm({ token, onSpent, onDone }: NewPasswordFormProps) {
  const { openSignIn, refresh } = useAuth();
  const [entered, setEntered] = useState({ password: '', confirmPassword: '' });
  const [error, setError] = useState<string>();
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const { password, confirmPassword } = entered;
    const outcome = await resetPassword({
      reset_password_token: token,
      password,
      password_confirmation: confirmPassword,
    });
    if (outcome.ok) {
      // Every session of the account has ended, perhaps this browser's too.
      await refresh();
      return onDone();
    }
    const words = describeNewPasswordRefusal(outcome);
    if (isLinkSpent(outcome)) return onSpent(words);
    setError(words);
    toast.error(words);
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
