import { useEffect, useId, useRef } from 'react';
import { codeLength } from '../../../accounts/contract.ts';
import { useIsSlow } from '../../ui/use-is-slow.ts';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** The code is to blame for the error: it turns red. */
  isWrong: boolean;
  busy: boolean;
}

/** Keeps the digits of what was typed or pasted: "Your code: 123 456" is 123456. */
export const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, codeLength);

export const isWholeCode = (code: string) => code.length === codeLength;

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
      {/* No maxLength: it would cut off a pasted sentence before its digits are found. */}
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
      {/* Keeps its line: the dialog does not jump when there is something to say. */}
      <p
        className={`code-message ${error ? 'field-error' : 'field-hint'}`}
        id={`${id}-message`}
        aria-live="assertive"
      >
        {isSlow ? 'Checking…' : error}
      </p>
    </div>
  );
}
