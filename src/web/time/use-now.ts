import { useEffect, useReducer } from 'react';
import { minuteMs } from '../../time.ts';

/** The time, told anew with whatever else changes and at least every minute: for words such as "2 minutes ago". */
export function useNow(): Date {
  const [, tellAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tellAnew, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return new Date();
}
