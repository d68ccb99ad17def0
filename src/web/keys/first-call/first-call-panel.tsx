import { Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CodeBlock } from '../../code/code-block.tsx';
import { Button } from '../../ui/button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { Credentials } from './credentials.ts';
import { type FirstCall, makeFirstCall } from './first-call.ts';
import { tellOfFirstCall } from './first-call-news.ts';

interface FirstCallPanelProps {
  url: string;
  credentials: Credentials;
  /** What else can be done with the key. */
  children: ReactNode;
}

const answerLimit = { limitPx: 240, sparePx: 50 };

export function FirstCallPanel({ url, credentials, children }: FirstCallPanelProps) {
  const [result, setResult] = useState<FirstCall>();
  const { busy, submit } = useSubmit(async () => {
    setResult(await makeFirstCall(url, credentials));
  });
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  // Told when the dialog is gone: counts are written down a moment after the call.
  const isMade = result !== undefined;
  useEffect(() => (isMade ? tellOfFirstCall : undefined), [isMade]);
  return (
    <>
      <div className="key-ready-actions">
        <Button loading={busy} onClick={() => void submit()} data-first>
          {!busy && <Play size={16} aria-hidden="true" />}
          Make the first call
        </Button>
        {children}
      </div>
      <div ref={answer} aria-live="polite" className="first-call">
        {result && <FirstCallResult result={result} />}
      </div>
    </>
  );
}

function FirstCallResult({ result }: { result: FirstCall }) {
  if (result.kind === 'unanswered') return <p className="first-call-words">{result.words}</p>;
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
          limit={answerLimit}
        />
      </div>
    </>
  );
}
