import type { ReactNode } from 'react';
import type { LandingFacts as Facts } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { ChatTurns } from '../docs/mcp-view.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { collapse } from '../ui/collapsible.tsx';

interface LandingFactsProps {
  words: { purpose: string; firstCall: string };
  facts: Facts;
}

/** What the API is for, with an example for each claim. */
export function LandingFacts({ words, facts: { firstCall, samples, chat } }: LandingFactsProps) {
  const { exampleNote } = useSite();
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="facts">
      <p className="facts-purpose">{words.purpose}</p>
      {firstCall && (
        <Fact
          title="Your first call in two minutes"
          words={words.firstCall}
          href={pages.gettingStarted}
          more="Make your first call"
        >
          <CodeBlock title="Request" grammar="bash" text={firstCall.curl} />
          <CodeBlock
            title={['Response', firstCall.answer.shortened].filter(Boolean).join(': ')}
            grammar="json"
            text={firstCall.answer.text}
            limit={collapse.response}
          />
          {exampleNote && <p className="fact-note">{exampleNote}</p>}
        </Fact>
      )}
      {total > 0 && (
        <Fact
          title="Every sample is tested"
          words={`We run all ${total} of them against ${exampleNote ? 'a sandbox of the API' : 'the API'}, so what you copy works.`}
          href={pages.docs}
          more="Read the documentation"
        >
          <SampleBars samples={samples} />
        </Fact>
      )}
      {chat && (
        <Fact
          title="Works with your AI assistant"
          words="Claude, VS Code, Cursor and others can query the API through MCP."
          href={pages.mcp}
          more="Connect your assistant"
        >
          <ChatTurns chat={chat} />
        </Fact>
      )}
    </div>
  );
}

interface FactProps {
  title: string;
  words: string;
  href: string;
  more: string;
  children: ReactNode;
}

function Fact({ title, words, href, more, children }: FactProps) {
  return (
    <section className="fact">
      <div className="fact-words">
        <h2>{title}</h2>
        <p>{words}</p>
        <Link href={href} className="link">
          {more}
        </Link>
      </div>
      <div className="fact-example">{children}</div>
    </section>
  );
}

function SampleBars({ samples }: { samples: Facts['samples'] }) {
  const maxCount = Math.max(...samples.map(({ count }) => count));
  return (
    <ul className="sample-bars" aria-label="Samples by language">
      {samples.map(({ language, count }) => (
        <li key={language}>
          <span>{language}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.round((100 * count) / maxCount)} height="10" rx="0" />
          </svg>
          <b>{count}</b>
        </li>
      ))}
    </ul>
  );
}
