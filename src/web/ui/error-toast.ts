import { useEffect, useState } from 'react';
import { toast } from './toast.tsx';

/** The error of a field that only turns red, because a toast says why. */
export const redOnly = '';

/** Returns `redOnly`. */
export type ShowError = (error: { message: string; detail?: string; retryAtMs?: number }) => string;

/**
 * A toast about the last attempt. It goes with the next one and with the component. `stays` keeps it until then, except
 * where a countdown takes over.
 */
export function useErrorToast({ stays = false } = {}) {
  const [errorToast] = useState(() => {
    let shown: string | undefined;
    let isMounted = false;
    function clear() {
      if (shown) toast.dismiss(shown);
      shown = undefined;
    }
    const show: ShowError = ({ message, detail, retryAtMs }) => {
      clear();
      shown = toast.error(message, { detail, stays: stays && isMounted && retryAtMs === undefined });
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
