import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { BackLink } from './back-link.tsx';
import { DialogHeading } from './dialog-frame.tsx';
import { isNewPasswordReady } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';
import { useSubmit } from './use-submit.ts';

export function StepPassword({ flow }: { flow: SignUpFlow }) {
  const { form, refusal } = flow.state;
  const [entered, setEntered] = useState({ password: form.password, confirmPassword: form.confirmPassword });
  const [error, setError] = useState(refusal);
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const failure = await flow.submitPassword(entered);
    if (failure) setError(failure.words);
  });

  return (
    <>
      <StepProgress step={2} />
      <DialogHeading title="Secure your account">
        Choose a password for <strong>{form.email}</strong>.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={form.email} readOnly hidden />
        <NewPasswordFields value={entered} onChange={setEntered} error={error} />
        <Button type="submit" loading={busy} disabled={!isReady}>
          Complete Account Setup
        </Button>
      </form>
      <BackLink onClick={() => flow.dispatch({ type: 'back' })} />
    </>
  );
}
