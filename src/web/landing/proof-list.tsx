import type { ReactNode } from 'react';
import type { Proofs } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { ChatTurns } from '../docs/mcp-view.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { collapse } from '../ui/collapsible.tsx';

interface ProofListProps {
  words: { purpose: string; firstCall: string };
  proofs: Proofs;
}

/** What the API is for, and what can be shown for it. */
export function ProofList({ words, proofs: { firstCall, samples, chat } }: ProofListProps) {
  const { exampleNote } = useSite();
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="proofs">
      <p className="proofs-purpose">{words.purpose}</p>
      {firstCall && (
        <Proof
          title="Your first call in two minutes"
          words={words.firstCall}
          href={pages.gettingStarted}
          more="Make your first call"
        >
          <CodeBlock title="The call" grammar="bash" text={firstCall.curl} />
          <CodeBlock
            title={['The answer', firstCall.answer.shortened].filter(Boolean).join(': ')}
            grammar="json"
            text={firstCall.answer.text}
            limit={collapse.response}
          />
          {exampleNote && <p className="proof-note">{exampleNote}</p>}
        </Proof>
      )}
      {total > 0 && (
        <Proof
          title="Every sample is run"
          words={`The documentation has ${total} samples. Our tests run each of them as it stands against ${exampleNote ? 'a sandbox of the API' : 'the API'}, so that what you copy works.`}
          href={pages.docs}
          more="Read the documentation"
        >
          <SampleBars samples={samples} />
        </Proof>
      )}
      {chat && (
        <Proof
          title="Works in your assistant"
          words="Claude, VS Code, Cursor and others ask the API through its MCP server, and answer with its numbers."
          href={pages.mcp}
          more="Connect your assistant"
        >
          <ChatTurns chat={chat} />
        </Proof>
      )}
    </div>
  );
}

interface ProofProps {
  title: string;
  words: string;
  href: string;
  more: string;
  children: ReactNode;
}

function Proof({ title, words, href, more, children }: ProofProps) {
  return (
    <section className="proof">
      <div className="proof-words">
        <h2>{title}</h2>
        <p>{words}</p>
        <Link href={href} className="link">
          {more}
        </Link>
      </div>
      <div className="proof-shown">{children}</div>
    </section>
  );
}

function SampleBars({ samples }: { samples: Proofs['samples'] }) {
  const most = Math.max(...samples.map(({ count }) => count));
  return (
    <ul className="sample-bars" aria-label="Samples by language">
      {samples.map(({ language, count }) => (
        <li key={language}>
          <span>{language}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.round((100 * count) / most)} height="10" rx="0" />
          </svg>
          <b>{count}</b>
        </li>
      ))}
    </ul>
  );
}
