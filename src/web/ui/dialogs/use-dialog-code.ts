import { useEffect } from 'react';
import { useErrorToast } from '../error-toast.ts';
import { type OnDemand, useOnDemand } from '../on-demand.ts';

const notLoaded = 'This part of the page could not be loaded. Check your connection and try again.';

/** Loads the code of a dialog on request. If that fails, a toast says so. */
export function useDialogCode<Module>(code: OnDemand<Module>, request: object | undefined) {
  const { value, failure } = useOnDemand(code, request);
  const errorToast = useErrorToast();
  useEffect(() => {
    if (failure) errorToast.show({ message: notLoaded });
    else errorToast.clear();
  }, [failure, errorToast]);
  return value;
}
