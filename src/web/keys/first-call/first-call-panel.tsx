import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CodeBlock } from '../../code/code-block.tsx';
import { Button } from '../../ui/button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { Credentials } from './credentials.ts';
import { type FirstCall, makeFirstCall } from './first-call.ts';
import { tellOfFirstCall } from './first-call-news.ts';

interface FirstCallPanelProps {
  url: string;
  credentials: Credentials;
}

export function FirstCallPanel({ url, credentials }: FirstCallPanelProps) {
  const [result, setResult] = useState<FirstCall>();
  const { busy, submit } = useSubmit(async () => {
    setResult(await makeFirstCall(url, credentials, location.origin));
  });
  // Told when the dialog is gone: counts are written down a moment after the call.
  const isMade = result !== undefined;
  useEffect(() => (isMade ? tellOfFirstCall : undefined), [isMade]);
  return (
    <>
      <Button variant="secondary" loading={busy} onClick={() => void submit()}>
        {!busy && <Play size={16} aria-hidden="true" />}
        Make the first call
      </Button>
      <div aria-live="polite" className="first-call">
        {result && <FirstCallResult result={result} url={url} />}
      </div>
    </>
  );
}

function FirstCallResult({ result, url }: { result: FirstCall; url: string }) {
  if (result.kind === 'unreachable') {
    return <p className="first-call-words">{describeUnreachable(url, result.isOtherHost)}</p>;
  }
  const tone = result.status < 400 ? 'success' : 'danger';
  return (
    <>
      <p className="first-call-status">
        <span className={`badge badge-${tone}`}>
          {result.status} {result.words}
        </span>
        {result.durationMs} ms
      </p>
      <div aria-live="off">
        <CodeBlock
          title="Answer"
          grammar={result.isJson ? 'json' : 'text'}
          text={result.body}
          limitPx={240}
        />
      </div>
    </>
  );
}

const describeUnreachable = (url: string, isOtherHost: boolean) =>
  isOtherHost
    ? `Your browser may not call ${new URL(url).host} from this page, or could not reach it. The command above works in a terminal.`
    : 'No answer came. Check your connection and try again, or use the command above.';
