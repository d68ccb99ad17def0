import { useEffect, useState } from 'react';

/** Whether something has taken so long that it should say so. */
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

/** No "Loading..." for a wait that nobody notices. */
export const loadingAfterMs = 300;
