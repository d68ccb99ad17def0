import { type ButtonVariant, buttonClass } from './button.tsx';
import { withWait } from './countdown.ts';

interface WaitButtonProps {
  type?: 'button' | 'submit';
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  words: string;
  /** Counted down in the button; the handler of the click takes none meanwhile. */
  secondsLeft: number;
  loading: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

/** Not disabled while it waits: a person who pressed it by keyboard would be thrown out of the dialog's order. */
export function WaitButton({
  type = 'button',
  variant = 'primary',
  size = 'medium',
  words,
  secondsLeft,
  loading,
  disabled,
  onClick,
}: WaitButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size)}
      disabled={disabled}
      aria-disabled={loading || secondsLeft > 0 || undefined}
      aria-busy={loading || undefined}
      onClick={onClick}
    >
      {loading && <span className="spinner" aria-hidden="true" />}
      {withWait(words, secondsLeft)}
    </button>
  );
}
