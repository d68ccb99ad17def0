import './confirm-fields.css';
import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { codeLength } from '../../accounts/contract.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'trailing'> {
  label?: string;
  autoComplete?: 'current-password' | 'new-password';
  onType: (password: string) => void;
}

export function PasswordField({
  label = 'Password',
  autoComplete = 'current-password',
  onType,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      label={label}
      autoComplete={autoComplete}
      onChange={(event) => onType(event.target.value)}
      type={isShown ? 'text' : 'password'}
      trailing={<RevealButton name="characters" isShown={isShown} onChange={setIsShown} />}
    />
  );
}

interface RevealButtonProps {
  /** Completes the label "Show …". */
  name: string;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

export function RevealButton({ name, isShown, onChange }: RevealButtonProps) {
  const label = `${isShown ? 'Hide' : 'Show'} ${name}`;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => onChange(!isShown)}
    >
      <Icon of={isShown ? EyeOff : Eye} size={17} />
    </button>
  );
}

/** Keeps the digits of what was typed or pasted: "Your code: 123 456" becomes 123456. */
export const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, codeLength);

interface PhraseFieldProps {
  phrase: string;
  typed: string;
  onType: (typed: string) => void;
  error?: string | undefined;
}

/** The phrase prevents mistakes in actions that can't be undone. */
export function PhraseField({ phrase, typed, onType, error }: PhraseFieldProps) {
  return (
    <>
      <p className="confirm-phrase">
        Type <code>{phrase}</code> to confirm.
      </p>
      <Field
        label="Confirmation"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        error={error}
        data-first
      />
    </>
  );
}

interface ConfirmActionsProps {
  /** The label of the button that confirms. */
  action: string;
  busy: boolean;
  isReady: boolean;
  /** Only actions that take something away are red. */
  variant?: 'danger' | 'primary';
  /** The button gets the focus if the dialog has no field. */
  isFirst?: boolean;
  onCancel: () => void;
}

export function ConfirmActions({
  action,
  busy,
  isReady,
  variant = 'danger',
  isFirst,
  onCancel,
}: ConfirmActionsProps) {
  return (
    <div className="confirm-actions">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={variant} loading={busy} disabled={!isReady} data-first={isFirst}>
        {action}
      </Button>
    </div>
  );
}
