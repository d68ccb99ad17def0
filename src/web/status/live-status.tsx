import { useCallback, useEffect, useState } from 'react';
import { status as address } from '../../urls.ts';
import type { ApiStatus } from '../../weather/status/contract.ts';
import { getJson } from '../session/send.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

const statusCode = onDemand(() => import('./status-board.tsx'));

/** Reserves its space while code and data load, both at once. Without scripts there is a link to the data. */
export function LiveStatus() {
  const { value: code, failure, retry } = useOnDemand(statusCode, true);
  const { status, error, load } = useStatus();
  return (
    <div className="live-status" aria-live="polite">
      {code && status && <code.StatusBoard status={status} onReload={load} />}
      {failure && <LoadFailure message={couldNotLoad} onRetry={retry} />}
      {!failure && error && <LoadFailure message={error} onRetry={load} />}
      <noscript>
        <a className="link" href={address}>
          Status as JSON
        </a>
      </noscript>
    </div>
  );
}

const couldNotLoad = "The status couldn't be loaded.";

/** Loads the status when the page opens, when the tab becomes visible again, and on request. */
function useStatus() {
  const [status, setStatus] = useState<ApiStatus>();
  const [error, setError] = useState<string>();

  const load = useCallback(async () => {
    const outcome = await getJson<ApiStatus>(address, couldNotLoad);
    setError(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) setStatus(outcome.value);
  }, []);

  useEffect(() => {
    void load();
    const onVisible = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [load]);

  return { status, error, load };
}
