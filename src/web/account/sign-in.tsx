import { useRef, useState } from 'react';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { EmailViewProps } from './email-view.ts';
import { PasswordField } from './password/password-field.tsx';

interface SignInProps extends EmailViewProps {
  notice: string | undefined;
  onClose: () => void;
}

export function SignIn({ email, onEmail, notice, onView, onClose }: SignInProps) {
  const { signin } = useAuth();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);

  const { busy, submit } = useSubmit(async () => {
    if (!email || !password) return;
    setError(undefined);
    const outcome = await signin(email.trim(), password);
    if (outcome.ok) {
      toast.success('Successfully signed in!');
      onClose();
      return;
    }
    setError(outcome.message);
    toast.error(outcome.message);
    passwordField.current?.select();
  });

  return (
    <>
      <DialogHeading title="Welcome back">{notice ?? 'Sign in to manage your API keys.'}</DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          data-first
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <Button type="submit" loading={busy} disabled={!email || !password}>
          Sign in
        </Button>
      </form>
      <p className="dialog-footer dialog-links">
        <button type="button" className="link" onClick={() => onView('forgot-password')}>
          Forgot password?
        </button>
        <button type="button" className="link" onClick={() => onView('sign-up')}>
          Create an account
        </button>
      </p>
    </>
  );
}
