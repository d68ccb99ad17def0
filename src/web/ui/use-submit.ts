import { type FormEvent, useCallback, useRef, useState } from 'react';

/** Runs one submission at a time. A second Enter or click meanwhile does nothing. */
export function useSubmit(run: () => Promise<void>) {
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const latest = useRef(run);
  latest.current = run;

  const submit = useCallback(async (event?: FormEvent) => {
    event?.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await latest.current();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, submit };
}
