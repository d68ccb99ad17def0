import { useEffect } from 'react';
import { type OnDemand, useOnDemand } from '../on-demand.ts';
import { toast } from '../toast.tsx';

/** The code of dialogs, once one is asked for; a person who waits in vain for one is told. */
export function useDialogCode<Module>(code: OnDemand<Module>, request: object | undefined) {
  const { value, failure } = useOnDemand(code, request);
  useEffect(() => {
    if (failure)
      toast.error('This part of the page could not be loaded. Check your connection and try again.');
  }, [failure]);
  return value;
}
