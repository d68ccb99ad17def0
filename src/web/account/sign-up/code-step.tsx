import { useEffect, useId, useRef, useState } from 'react';
import { codeAgainSeconds, codeLength, codeMinutes } from '../../../accounts/contract.ts';
import { digitsOf } from '../../session/confirm-fields.tsx';
import type { RequestError } from '../../session/outcome.ts';
import { LinkButton } from '../../ui/button.tsx';
import { BackLink, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useIsSlow } from '../../ui/use-is-slow.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { useCountdown, WaitButton, withWait } from '../../ui/wait-button.tsx';
import type { SignUpFlow } from './use-sign-up.ts';
import { isCodeRejected } from './use-sign-up.ts';

export function CodeStep({ flow }: { flow: SignUpFlow }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<RequestError>();
  const complete = useRef('');
  const secondsLeft = useCountdown(error?.retryAtMs ?? 0);
  const isWrong = error !== undefined && isCodeRejected(error);

  const { busy, submit: check } = useSubmit(async () => {
    const outcome = await flow.submitCode(complete.current);
    if (outcome.ok) return;
    setError(outcome);
    // The next digit starts a new code.
    if (isCodeRejected(outcome)) setCode('');
  });

  function enterCode(entered: string) {
    setCode(entered);
    setError(undefined);
    if (entered.length < codeLength) return;
    complete.current = entered;
    void check();
  }

  return (
    <>
      <DialogHeading title="Enter your code">
        We sent a {codeLength}-digit code to <strong>{flow.state.form.email}</strong>. It expires in{' '}
        {codeMinutes} minutes.
      </DialogHeading>
      <div className="verification">
        <CodeField value={code} onChange={enterCode} isWrong={isWrong} busy={busy} />
        {error && !isWrong && (
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

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  /** The field turns red, and a toast says why. */
  isWrong: boolean;
  busy: boolean;
}

function CodeField({ value, onChange, isWrong, busy }: CodeFieldProps) {
  const id = useId();
  const isSlow = useIsSlow(busy);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isWrong) input.current?.focus();
  }, [isWrong]);

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Verification code
      </label>
      {/* There is no maxLength, because it would cut off a pasted sentence before its digits. */}
      <input
        ref={input}
        id={id}
        className="field-input code-input"
        value={value}
        onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
        inputMode="numeric"
        autoComplete="one-time-code"
        readOnly={busy}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-message`}
        data-first
      />
      {/* The empty line keeps its height, so that the dialog doesn't jump. */}
      <p className="code-message field-hint" id={`${id}-message`} aria-live="assertive">
        {isSlow && 'Checking…'}
      </p>
    </div>
  );
}

function ResendCode({ flow, onSent }: { flow: SignUpFlow; onSent: () => void }) {
  const [retryAtMs, setRetryAtMs] = useState<number>();
  const sentAtMs = flow.state.sent?.at;
  const newCodeAtMs = sentAtMs === undefined ? 0 : sentAtMs + codeAgainSeconds * 1000;
  const secondsLeft = useCountdown(retryAtMs ?? newCodeAtMs);

  const { busy, submit } = useSubmit(async () => {
    const outcome = await flow.resendCode();
    setRetryAtMs(outcome.ok ? undefined : outcome.retryAtMs);
    if (outcome.ok) onSent();
  });

  const isWaiting = busy || secondsLeft > 0;
  return (
    <div className="resend-code">
      <p>Didn't get it? Check your spam folder, or request a new code after a minute.</p>
      <LinkButton
        // A disabled button would lose the keyboard focus.
        aria-disabled={isWaiting}
        onClick={() => isWaiting || void submit()}
      >
        {withWait('Resend code', secondsLeft)}
      </LinkButton>
    </div>
  );
}
