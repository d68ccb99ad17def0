import { useEffect, useState } from 'react';

/** Returns true once `busy` has lasted long enough to show "Loading...". */
export function useIsSlow(busy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setIsSlow(true), loadingAfterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [busy]);
  return isSlow;
}

/** Shorter waits show no "Loading...", because nobody notices them. */
export const loadingAfterMs = 300;
