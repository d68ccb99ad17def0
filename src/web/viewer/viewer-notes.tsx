import { curlCode } from '../../content/requests/curl-code.ts';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';
import { clockWords } from './row-words.ts';
import type { ViewerState } from './store/viewer-store.ts';
import { useViewer } from './viewer-context.tsx';

/** What went wrong, and what a link said that could not be followed. What was shown stays. */
export function ViewerNotes({ state }: { state: ViewerState }) {
  const viewer = useViewer();
  const { failure, remarks, leg, asOfMs, isWaiting } = state;
  // What the sandbox's portal draws beforehand stands there meanwhile.
  const { sandbox } = useSite();
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
      {isWaiting && !leg && !isSandboxed(sandbox, 'data') && <p className="late">Loading the balloons...</p>}
    </div>
  );
}

/** Where the observations are the provider's, a visitor cannot look at them, and a free key neither. */
export function NeedsKey() {
  const { state, openSignUp } = useAuth();
  return (
    <p className="viewer-needs-key">
      The Data API answers to an all-access key only.{' '}
      {state === 'authenticated' ? (
        <>
          None of your keys is one yet:{' '}
          <Link className="link" href={pages.apiKeys}>
            ask for all access
          </Link>{' '}
          on the page of your keys, and the viewer opens here.
        </>
      ) : (
        <>
          Sign in if you have one, or{' '}
          <button type="button" className="link" onClick={openSignUp}>
            get a key
          </button>{' '}
          and ask for all access: the viewer then opens here.
        </>
      )}
    </p>
  );
}

const missionsCall = { path: '/missions.json', query: [], isFile: false };

/** A terminal is let in where a browser may not be. */
function FirstCall() {
  const { hosts, keys } = useSite();
  const text = curlCode({ base: hosts.data, ...missionsCall }, keys.environment);
  return <CodeBlock title="In a terminal" grammar="bash" text={text} />;
}
