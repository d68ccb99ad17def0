import { useState } from 'react';
import { BackLink } from '../../ui/back-link.tsx';
import { useCountdown } from '../../ui/countdown.ts';
import { DialogHeading } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { WaitButton } from '../../ui/wait-button.tsx';
import { isNewPasswordReady } from '../password/new-password.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

export function StepPassword({ flow }: { flow: SignUpFlow }) {
  const { form, refusal } = flow.state;
  const [entered, setEntered] = useState({ password: form.password, confirmPassword: form.confirmPassword });
  const [failure, setFailure] = useState(refusal);
  const secondsLeft = useCountdown(failure?.retryAtMs ?? 0);
  const isWaitOver = secondsLeft === 0 && failure !== undefined && failure.retryAtMs > 0;
  const isReady = isNewPasswordReady(entered);

  const { busy, submit } = useSubmit(async () => {
    if (!isReady || secondsLeft > 0) return;
    setFailure(undefined);
    setFailure(await flow.submitPassword(entered));
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
        <NewPasswordFields
          value={entered}
          onChange={setEntered}
          error={failure?.isEntryWrong ? failure.words : undefined}
        />
        <p className="field-error" role="alert">
          {!failure?.isEntryWrong && !isWaitOver && failure?.words}
        </p>
        <WaitButton
          type="submit"
          words="Complete Account Setup"
          secondsLeft={secondsLeft}
          loading={busy}
          disabled={!isReady}
        />
      </form>
      <BackLink onClick={() => flow.dispatch({ type: 'back' })} />
    </>
  );
}
