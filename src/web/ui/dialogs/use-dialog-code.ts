import { useEffect } from 'react';
import { type OnDemand, useOnDemand } from '../on-demand.ts';
import { toast } from '../toast.tsx';

/** Loads the code of a dialog on request. If that fails, a toast says so. */
export function useDialogCode<Module>(code: OnDemand<Module>, request: object | undefined) {
  const { value, failure } = useOnDemand(code, request);
  useEffect(() => {
    if (failure)
      toast.error('This part of the page could not be loaded. Check your connection and try again.');
  }, [failure]);
  return value;
}
