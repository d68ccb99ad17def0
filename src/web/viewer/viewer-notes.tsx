import { Button } from '../ui/button.tsx';
import { clockWords } from './row-words.ts';
import type { ViewerState } from './store/viewer-store.ts';
import { useViewer } from './viewer-context.tsx';

/** What went wrong, and what a link said that could not be followed. What was shown stays. */
export function ViewerNotes({ state }: { state: ViewerState }) {
  const viewer = useViewer();
  const { failure, remarks, leg, asOfMs } = state;
  return (
    <div className="viewer-notes" role="status">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {failure && (
        <p className="viewer-failure">
          <span>
            {failure.message}
            {leg && ` What is shown is ${leg.mission} as of ${clockWords(Math.floor(asOfMs / 1000))}.`}
          </span>
          <Button variant="secondary" size="small" onClick={() => void viewer.retry()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}
