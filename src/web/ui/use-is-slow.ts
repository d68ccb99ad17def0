import { useEffect, useState } from 'react';
import { loadingAfterMs } from './loading-after.ts';

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
