import { useState } from 'react';
import { useAuth } from '../../session/auth-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { isNewPasswordReady } from '../password/new-password.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { PasswordField } from '../password/password-field.tsx';
import { changePassword } from './calls.ts';
import { useRefusalWords } from './use-own-account.ts';

interface ChangePasswordProps {
  onChanged: () => Promise<void>;
  onClose: () => void;
}

export function ChangePassword({ onChanged, onClose }: ChangePasswordProps) {
  const { openForgotPassword } = useAuth();
  const wordsOf = useRefusalWords();
  const [current, setCurrent] = useState('');
  const [entered, setEntered] = useState({ password: '', confirmPassword: '' });
  const [errors, setErrors] = useState<{ current?: string; next?: string }>({});
  const isReady = current !== '' && isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setErrors({});
    const outcome = await changePassword({
      current_password: current,
      password: entered.password,
      password_confirmation: entered.confirmPassword,
    });
    if (!outcome.ok)
      return setErrors({ [outcome.code === 'bad-password' ? 'next' : 'current']: wordsOf(outcome) });
    toast.success('Password changed. Every other browser has been signed out');
    onClose();
    await onChanged();
  });

  return (
    <>
      <DialogHeading title="Change your password">Every other browser is signed out.</DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={errors.current}
          data-first
        />
        <NewPasswordFields value={entered} onChange={setEntered} error={errors.next} />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Save new password
        </Button>
      </form>
      <p className="dialog-footer">
        <button
          type="button"
          className="link"
          onClick={() => {
            onClose();
            openForgotPassword();
          }}
        >
          Forgot password?
        </button>
      </p>
    </>
  );
}
