import { useEffect, useState } from 'react';

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
