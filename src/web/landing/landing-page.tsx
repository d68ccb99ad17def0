import { ArrowRight } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import type { LandingFacts as Facts, PageProps } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { ChatTurns } from '../docs/mcp-view.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { landingSentence } from '../router/site-map.ts';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { collapse } from '../ui/collapsible.tsx';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

export function LandingPage({ landing, picture }: Pick<PageProps, 'landing' | 'picture'>) {
  const site = useSite();
  return (
    <>
      <div className="landing-words" data-alone={!picture || undefined}>
        <h1 tabIndex={-1}>Welcome to the {site.provider.name} API</h1>
        <div>
          <p>{landingSentence(site)}</p>
          <div className="landing-actions">
            <Link href={pages.docs} className={`${buttonClass('primary')} landing-button`}>
              View API Documentation
              <Icon of={ArrowRight} size={18} />
            </Link>
            <KeysButton />
          </div>
        </div>
      </div>
      {picture && <FleetFigure picture={picture} caption={landing?.caption ?? ''} />}
      {landing && <LandingFacts words={landing.words} facts={landing.facts} />}
    </>
  );
}

/** The button is invisible, but keeps its space, until the session is known. */
function KeysButton() {
  const { state, openSignUp } = useAuth();
  if (state === 'authenticated')
    return (
      <Link href={pages.apiKeys} className={`${buttonClass('secondary')} landing-button`}>
        Your keys
      </Link>
    );
  return (
    <Button
      variant="secondary"
      className="landing-button landing-sign-up"
      data-loading={state === 'loading' || undefined}
      onClick={openSignUp}
    >
      Get API Keys
    </Button>
  );
}

interface FleetFigureProps {
  /** Markup drawn by the server. */
  picture: string;
  caption: string;
}

const mapCode = onDemand(() => import('./landing-map.tsx'));

/** The picture is in the HTML; the code that makes it clickable loads when the browser is idle. */
function FleetFigure({ picture, caption }: FleetFigureProps) {
  // Guests can call both APIs only in the sandbox.
  const isClickable = useSite().sandbox === 'both';
  const [isWanted, setWanted] = useState(false);
  const { value: code } = useOnDemand(mapCode, isWanted && isClickable);
  const want = () => setWanted(true);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return (
    <figure className="fleet" aria-label="Live balloon map" onPointerEnter={want} onFocus={want}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself */}
      <div className="fleet-picture" dangerouslySetInnerHTML={{ __html: picture }} />
      <figcaption className="fleet-caption">
        {caption}
        {!isClickable && (
          <Link className="link" href={pages.dataViewer}>
            View a flight
          </Link>
        )}
      </figcaption>
      {isClickable && (code ? <code.LandingMap /> : <div className="fleet-choices" />)}
    </figure>
  );
}

const maxIdleWaitMs = 3000;

/** Safari has no requestIdleCallback. Returns a function that cancels the work. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, maxIdleWaitMs / 2);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work, { timeout: maxIdleWaitMs });
  return () => cancelIdleCallback(waiting);
}

interface LandingFactsProps {
  words: { purpose: string; firstCall: string };
  facts: Facts;
}

/** What the API is for, with an example for each claim. */
function LandingFacts({ words, facts: { firstCall, samples, chat } }: LandingFactsProps) {
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
          words={`We run all ${total} against ${exampleNote ? 'a sandbox of the API' : 'the API'}, so what you copy works.`}
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
