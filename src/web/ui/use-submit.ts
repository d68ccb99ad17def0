import { type FormEvent, useRef, useState } from 'react';

/**
 * Runs one submission at a time. A second Enter or click meanwhile does nothing. What `run` returns is the error to
 * show until the next submission.
 */
export function useSubmit(run: () => Promise<string | undefined>) {
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      setError(await run());
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { busy, error, submit };
}
