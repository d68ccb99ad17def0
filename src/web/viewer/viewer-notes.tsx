import { curlCode } from '../../requests/curl-code.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { useSite } from '../router/router-context.tsx';
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
      {failure?.status === 0 && !leg && <FirstCall />}
    </div>
  );
}

const missionsCall = { path: '/missions.json', query: [], isFile: false };

/** A terminal is let in where a browser may not be. */
function FirstCall() {
  const { hosts } = useSite();
  return (
    <CodeBlock title="In a terminal" grammar="bash" text={curlCode({ base: hosts.data, ...missionsCall })} />
  );
}
