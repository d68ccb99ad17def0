import { status } from '../../urls.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

const statusCode = onDemand(() => import('./status-board.tsx'));

/** Reserves its space while code and data load; without scripts there is a link to the data. */
export function LiveStatus() {
  const { value: code, failure, retry } = useOnDemand(statusCode, true);
  return (
    <div className="live-status" aria-live="polite">
      {code && <code.StatusBoard />}
      {failure && <LoadFailure message="The status couldn't be loaded." onRetry={retry} />}
      <noscript>
        <a className="link" href={status}>
          Status as JSON
        </a>
      </noscript>
    </div>
  );
}
