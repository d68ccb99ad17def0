import { status } from '../../urls.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

const statusCode = onDemand(() => import('./status-board.tsx'));

/** Of two subjects and the runs of two days. */
const boardHeightPx = 740;

/** Keeps its place while code and figures are on their way; without scripts there is a link to the figures. */
export function LiveStatus() {
  const { value: code, failure, retry } = useOnDemand(statusCode, true);
  return (
    <div aria-live="polite" style={{ minHeight: boardHeightPx }}>
      {code && <code.StatusBoard />}
      {failure && <LoadFailure message="The status could not be loaded." onRetry={retry} />}
      <noscript>
        <a className="link" href={status}>
          The figures as JSON
        </a>
      </noscript>
    </div>
  );
}
