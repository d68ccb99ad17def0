import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface WaitButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  words: string;
  /** The button shows the countdown. The click handler must ignore clicks meanwhile. */
  secondsLeft: number;
}

/** The button isn't disabled while it counts down: a disabled button would lose the keyboard focus. */
export const WaitButton = ({ words, secondsLeft, ...props }: WaitButtonProps) => (
  <Button {...props} aria-disabled={secondsLeft > 0}>
    {withWait(words, secondsLeft)}
  </Button>
);

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
