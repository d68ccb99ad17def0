import { useEffect, useState } from 'react';
import { type ButtonVariant, buttonClass } from './button.tsx';

interface WaitButtonProps {
  type?: 'button' | 'submit';
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  words: string;
  /** The button shows the countdown. The click handler must ignore clicks meanwhile. */
  secondsLeft: number;
  loading: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

/** The button isn't disabled while it counts down: a disabled button would lose the keyboard focus. */
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

export const withWait = (words: string, secondsLeft: number) =>
  secondsLeft > 0 ? `${words} in ${formatWait(secondsLeft)}` : words;

export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
