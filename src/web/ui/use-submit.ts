import { type FormEvent, useRef, useState } from 'react';
import { type ShowError, useErrorToast } from './error-toast.ts';

/**
 * Runs one submission at a time. A second Enter or click meanwhile does nothing. What `run` returns is the error to
 * show until the next submission: at the field, or in the toast that its argument shows.
 */
export function useSubmit(run: (showToast: ShowError) => Promise<string | undefined>) {
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const errorToast = useErrorToast({ stays: true });

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    errorToast.clear();
    try {
      setError(await run(errorToast.show));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { busy, error, submit };
}
