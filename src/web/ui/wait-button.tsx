import { useEffect, useState } from 'react';
import { type ButtonVariant, buttonClass } from './button.tsx';

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

/** Seconds that remain until a moment, counted down while shown. */
export function useCountdown(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = remainingSeconds(untilMs, now);
  useEffect(() => {
    if (remainingSeconds(untilMs, Date.now()) === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return secondsLeft;
}

export const remainingSeconds = (untilMs: number, nowMs: number) =>
  Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

/** "Resend code in 42 s", and without a wait "Resend code". */
export const withWait = (words: string, secondsLeft: number) =>
  secondsLeft > 0 ? `${words} in ${formatWait(secondsLeft)}` : words;

/** 42 s, 1:05, 12:00 */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
