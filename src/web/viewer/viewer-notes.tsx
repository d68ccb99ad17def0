import { curlCode } from '../../content/requests/code.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { formatClock } from './format.ts';
import { useViewer } from './panel.tsx';
import { missionsCall } from './store/flight-calls.ts';
import type { ViewerState } from './store/viewer-store.ts';

/** Errors, and remarks about links. What was shown before stays. */
export function ViewerNotes({ state }: { state: ViewerState }) {
  const viewer = useViewer();
  const { error, remarks, leg, asOfMs, isWaiting } = state;
  const { sandbox, hosts, keys } = useSite();
  // In the sandbox the server has drawn pictures that are shown while the viewer loads.
  const hasPictures = leg || isSandboxed(sandbox, 'data');
  return (
    <div className="viewer-notes" role="status">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {error && (
        <p className="viewer-failure">
          <span>
            {error.message}
            {leg && ` Still showing ${leg.mission} as of ${formatClock(Math.floor(asOfMs / 1000))}.`}
          </span>
          <Button variant="secondary" size="small" onClick={() => void viewer.retry()}>
            Try again
          </Button>
        </p>
      )}
      {/* A call that a network blocks in the browser may still work in a terminal. */}
      {error?.status === 0 && !leg && (
        <CodeBlock
          title="In a terminal"
          grammar="bash"
          text={curlCode({ base: hosts.data, ...missionsCall, isFile: false }, keys.environment)}
        />
      )}
      {isWaiting && !hasPictures && <p className="late">Loading the balloons...</p>}
    </div>
  );
}

/** The provider's observations need an all-access key. */
export function NeedsKey() {
  const { state, openSignUp } = useAuth();
  return (
    <p className="viewer-needs-key">
      The Data API needs an all-access key.{' '}
      {state === 'authenticated' ? (
        <>
          You don't have one yet.{' '}
          <Link className="link" href={pages.apiKeys}>
            Request all access
          </Link>{' '}
          on your keys page to open the viewer.
        </>
      ) : (
        <>
          Sign in if you have one, or{' '}
          <button type="button" className="link" onClick={openSignUp}>
            get a key
          </button>{' '}
          and request all access to open the viewer.
        </>
      )}
    </p>
  );
}
