import './field.css';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** An empty text turns the field red without a message below it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** A small control inside the box, such as a reveal or copy button. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Field({ label, error, hint, trailing, className = '', ref, ...input }: FieldProps) {
  const generated = useId();
  const id = input.id ?? generated;
  const described = [hint && `${id}-hint`, error && `${id}-error`, input['aria-describedby']].filter(Boolean);
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        <input
          {...input}
          ref={ref}
          id={id}
          className="field-input"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.join(' ') || undefined}
        />
        {trailing && <div className="field-trailing">{trailing}</div>}
      </div>
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Render it also while there is no error: a screen reader announces only changes of an element that exists. */
export const FieldError = ({ id, children }: { id?: string; children: string | undefined }) => (
  <p className="field-error" id={id} aria-live="polite">
    {children}
  </p>
);
