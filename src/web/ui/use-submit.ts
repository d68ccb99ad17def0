import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from './toast.tsx';

/** The error of a field that only turns red, because a toast says why. */
export const redOnly = '';

/** Returns `redOnly`. */
export type ShowError = (error: { message: string; detail?: string; retryAtMs?: number }) => string;

/**
 * Runs one submission at a time. A second Enter or click meanwhile does nothing. What `run` returns is the error to
 * show until the next submission: at the field, or in the toast that its argument shows.
 */
export function useSubmit(run: (showToast: ShowError) => Promise<string | undefined>) {
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const errorToast = useErrorToast();

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

/**
 * A toast about a failed attempt. It stays until it is cleared or the component is gone, except where a countdown takes
 * over.
 */
export function useErrorToast() {
  const [errorToast] = useState(() => {
    let shown: string | undefined;
    let isMounted = false;
    function clear() {
      if (shown) toast.dismiss(shown);
      shown = undefined;
    }
    const show: ShowError = (error) => {
      clear();
      shown = toast.error(error.message, {
        detail: error.detail,
        stays: isMounted && error.retryAtMs === undefined,
      });
      return redOnly;
    };
    function mount() {
      isMounted = true;
      return () => {
        isMounted = false;
        clear();
      };
    }
    return { show, clear, mount };
  });
  useEffect(() => errorToast.mount(), [errorToast]);
  return errorToast;
}
