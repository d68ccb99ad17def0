import { useRef, useState } from 'react';
import { codeAgainSeconds, codeLength, codeMinutes } from '../../../accounts/contract.ts';
import type { RequestError } from '../../session/outcome.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useCountdown, WaitButton, withWait } from '../../ui/wait-button.tsx';
import { CodeField, isWholeCode } from './code-field.tsx';
import { isCodeRefused } from './refusals.ts';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

export function StepCode({ flow }: { flow: SignUpFlow }) {
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<RequestError>();
  const whole = useRef('');
  const secondsLeft = useCountdown(refusal?.retryAtMs ?? 0);
  const isWrong = refusal !== undefined && isCodeRefused(refusal);

  const { busy, submit: check } = useSubmit(async () => {
    const outcome = await flow.submitCode(whole.current);
    if (outcome.ok) return;
    setRefusal(outcome);
    // The next digit begins a new code.
    if (isCodeRefused(outcome)) setCode('');
  });

  function enterCode(entered: string) {
    setCode(entered);
    setRefusal(undefined);
    if (!isWholeCode(entered)) return;
    whole.current = entered;
    void check();
  }

  return (
    <>
      <StepProgress step={3} />
      <DialogHeading title="Enter your code">
        We sent {codeLength} digits to <strong>{flow.state.form.email}</strong>. They are good for{' '}
        {codeMinutes} minutes.
      </DialogHeading>
      <div className="verification">
        <CodeField
          value={code}
          onChange={enterCode}
          error={busy ? undefined : refusal?.message}
          isWrong={isWrong}
          busy={busy}
        />
        {refusal && !isWrong && (
          <WaitButton
            variant="secondary"
            words="Try again"
            secondsLeft={secondsLeft}
            loading={busy}
            onClick={() => secondsLeft > 0 || void check()}
          />
        )}
        <ResendCode flow={flow} onSent={() => enterCode('')} />
      </div>
      <BackLink onClick={() => flow.dispatch({ type: 'back' })} />
    </>
  );
}

function ResendCode({ flow, onSent }: { flow: SignUpFlow; onSent: () => void }) {
  const [refusal, setRefusal] = useState<RequestError>();
  const sentAtMs = flow.state.sent?.at;
  const newCodeAtMs = sentAtMs === undefined ? 0 : sentAtMs + codeAgainSeconds * 1000;
  const secondsLeft = useCountdown(refusal?.retryAtMs ?? newCodeAtMs);

  const { busy, submit } = useSubmit(async () => {
    const outcome = await flow.resendCode();
    setRefusal(outcome.ok ? undefined : outcome);
    if (outcome.ok) onSent();
  });

  const isWaiting = busy || secondsLeft > 0;
  return (
    <div className="resend-code">
      <p>Nothing there? Look in the spam folder, or wait a minute and ask again.</p>
      <button
        type="button"
        className="link"
        // Not disabled: a person who pressed it by keyboard would be thrown out of the dialog's order.
        aria-disabled={isWaiting}
        onClick={() => isWaiting || void submit()}
      >
        {withWait('Resend code', secondsLeft)}
      </button>
      <p className="field-error" aria-live="polite">
        {secondsLeft > 0 || !refusal?.retryAtMs ? refusal?.message : undefined}
      </p>
    </div>
  );
}
