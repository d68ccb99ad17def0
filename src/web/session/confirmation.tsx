import './confirmation.css';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

interface PhraseFieldProps {
  phrase: string;
  typed: string;
  onType: (typed: string) => void;
  error?: string | undefined;
}

/** For what cannot be undone: nobody types it by mistake. */
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

interface ConfirmPasswordProps {
  password: string;
  onType: (password: string) => void;
  error?: string | undefined;
}

/** For an act that a stolen session must not do. */
export function ConfirmPassword({ password, onType, error }: ConfirmPasswordProps) {
  return (
    <Field
      label="Password"
      type="password"
      autoComplete="current-password"
      hint="Confirm it's you."
      value={password}
      onChange={(event) => onType(event.target.value)}
      error={error}
      data-first
    />
  );
}

interface ConfirmActionsProps {
  /** What is done, in a word or two. */
  act: string;
  busy: boolean;
  isReady?: boolean;
  /** There is no field: the act itself has the focus. */
  isFirst?: boolean;
  onCancel: () => void;
}

export function ConfirmActions({ act, busy, isReady = true, isFirst, onCancel }: ConfirmActionsProps) {
  return (
    <div className="confirm-actions">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="danger" loading={busy} disabled={!isReady} data-first={isFirst}>
        {act}
      </Button>
    </div>
  );
}
