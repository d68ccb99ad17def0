import { OTPInput, type SlotProps } from 'input-otp';
import { useEffect, useId, useRef } from 'react';
import { codeLength } from '../../../accounts/contract.ts';
import { useIsSlow } from '../../ui/use-is-slow.ts';
import { digitsOf } from './verification-code.ts';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** The code is to blame for the error: it turns red. */
  isWrong: boolean;
  busy: boolean;
}

/** Six boxes to look at, one field to type, paste or listen to. */
export function CodeField({ value, onChange, error, isWrong, busy }: CodeFieldProps) {
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
      <OTPInput
        ref={input}
        id={id}
        value={value}
        onChange={(typed) => onChange(digitsOf(typed))}
        pasteTransformer={digitsOf}
        maxLength={codeLength}
        inputMode="numeric"
        autoComplete="one-time-code"
        pushPasswordManagerStrategy="none"
        readOnly={busy}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-words`}
        data-first
        // Forced colours would paint the digits of the field over the boxes.
        className="verification-input"
        render={({ slots }) => (
          <div className="verification-boxes" aria-hidden="true">
            {slots.map((slot, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
              <CodeBox key={position} slot={slot} isWrong={isWrong} />
            ))}
          </div>
        )}
      />
      {/* Keeps its line: the dialog does not jump when there is something to say. */}
      <p
        className={`verification-words ${error ? 'field-error' : 'field-hint'}`}
        id={`${id}-words`}
        aria-live="assertive"
      >
        {isSlow ? 'Checking…' : error}
      </p>
    </div>
  );
}

function CodeBox({ slot, isWrong }: { slot: SlotProps; isWrong: boolean }) {
  const wrong = isWrong ? 'verification-box-wrong' : '';
  const active = slot.isActive ? 'verification-box-active' : '';
  return (
    <div className={`verification-box ${wrong} ${active}`}>
      {slot.char}
      {slot.hasFakeCaret && <span className="verification-caret" />}
    </div>
  );
}
