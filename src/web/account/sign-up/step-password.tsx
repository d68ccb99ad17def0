import { useState } from 'react';
import { BackLink } from '../../ui/back-link.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useCountdown, WaitButton } from '../../ui/wait-button.tsx';
import { isNewPasswordReady } from '../password/new-password.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { isPasswordRefused } from './refusals.ts';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

export function StepPassword({ flow }: { flow: SignUpFlow }) {
  const { form } = flow.state;
  const [entered, setEntered] = useState({ password: form.password, confirmPassword: form.confirmPassword });
  const [refusal, setRefusal] = useState(flow.state.refusal);
  const secondsLeft = useCountdown(refusal?.retryAtMs ?? 0);
  const isWaitOver = secondsLeft === 0 && refusal?.retryAtMs !== undefined;
  const isWrong = refusal !== undefined && isPasswordRefused(refusal);
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady || secondsLeft > 0) return;
    setRefusal(undefined);
    const outcome = await flow.submitPassword(entered);
    if (!outcome.ok) setRefusal(outcome);
  });

  function goBack() {
    flow.dispatch({ type: 'password entered', ...entered });
    flow.dispatch({ type: 'back' });
  }

  return (
    <>
      <StepProgress step={2} />
      <DialogHeading title="Secure your account">
        Choose a password for <strong>{form.email}</strong>.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={form.email} readOnly hidden />
        <NewPasswordFields
          value={entered}
          onChange={setEntered}
          error={isWrong ? refusal.message : undefined}
        />
        <p className="field-error" role="alert">
          {!isWrong && !isWaitOver && refusal?.message}
        </p>
        <WaitButton
          type="submit"
          words="Complete Account Setup"
          secondsLeft={secondsLeft}
          loading={busy}
          disabled={!isReady}
        />
      </form>
      <BackLink onClick={goBack} />
    </>
  );
}
