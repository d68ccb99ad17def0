import { useRef, useState } from 'react';
import { codeLength, codeMinutes } from '../../accounts/contract.ts';
import { BackLink } from './back-link.tsx';
import { CodeField } from './code-field.tsx';
import { formatWait, useCountdown } from './countdown.ts';
import { DialogHeading } from './dialog-frame.tsx';
import { StepProgress } from './step-progress.tsx';
import type { SignUpFlow } from './use-sign-up.ts';
import { useSubmit } from './use-submit.ts';
import { isWholeCode } from './verification-code.ts';

export function StepCode({ flow }: { flow: SignUpFlow }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const whole = useRef('');

  const verification = useSubmit(async () => {
    const failure = await flow.submitCode(whole.current);
    if (!failure) return;
    setError(failure.words);
    // The next digit begins a new code.
    setCode('');
  });

  function enterCode(entered: string) {
    setCode(entered);
    setError(undefined);
    if (!isWholeCode(entered)) return;
    whole.current = entered;
    void verification.submit();
  }

  return (
    <>
      <StepProgress step={3} />
      <DialogHeading title="Enter your code">
        We sent {codeLength} digits to <strong>{flow.state.form.email}</strong>. They are good for{' '}
        {codeMinutes} minutes.
      </DialogHeading>
      <div className="grid gap-5">
        <CodeField value={code} onChange={enterCode} error={error} busy={verification.busy} />
        <ResendCode flow={flow} onSent={() => enterCode('')} />
      </div>
      <BackLink onClick={() => flow.dispatch({ type: 'back' })} />
    </>
  );
}

function ResendCode({ flow, onSent }: { flow: SignUpFlow; onSent: () => void }) {
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const [sentence, setSentence] = useState<string>();
  const secondsLeft = useCountdown(waitUntilMs);

  const { busy, submit } = useSubmit(async () => {
    const failure = await flow.resendCode();
    setSentence(failure?.words);
    if (!failure) onSent();
    if (failure?.retryAfterSeconds) setWaitUntilMs(Date.now() + failure.retryAfterSeconds * 1000);
  });

  const isWaiting = busy || secondsLeft > 0;
  return (
    <div className="grid gap-1 text-ui leading-5 text-muted">
      <p>Nothing there? Look in the spam folder, or wait a minute and ask again.</p>
      <button
        type="button"
        className="link w-fit aria-disabled:text-muted! aria-disabled:no-underline!"
        // Not disabled: whoever pressed it by keyboard would be thrown out of the dialog's order.
        aria-disabled={isWaiting}
        onClick={() => isWaiting || void submit()}
      >
        {secondsLeft > 0 ? `Resend code in ${formatWait(secondsLeft)}` : 'Resend code'}
      </button>
      <p className="field-error" aria-live="polite">
        {secondsLeft > 0 || waitUntilMs === 0 ? sentence : undefined}
      </p>
    </div>
  );
}
