import { ArrowRight } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LandingFacts as Facts, PageProps } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { KeysButton } from '../docs/first-steps.tsx';
import { ChatTurns } from '../docs/mcp-view.tsx';
import { ProseLine } from '../docs/prose.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { landingSentence } from '../router/site-map.ts';
import { buttonClass } from '../ui/button.tsx';
import { collapse } from '../ui/collapsible.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

export function LandingPage({ landing, picture }: Pick<PageProps, 'landing' | 'picture'>) {
  const site = useSite();
  return (
    <>
      <div className="landing-words" data-alone={!picture || undefined}>
        <h1 tabIndex={-1}>Welcome to the {site.provider.name} API</h1>
        <div>
          <p>{landingSentence(site)}</p>
          {landing && (
            <p className="landing-offer">
              <ProseLine text={landing.words.purpose} />
            </p>
          )}
          <div className="landing-actions">
            <Link href={pages.docs} className={`${buttonClass('primary')} landing-button`}>
              View API Documentation
              <Icon of={ArrowRight} size={18} />
            </Link>
            <KeysButton variant="secondary" className="landing-button" />
          </div>
        </div>
      </div>
      {picture && <FleetFigure picture={picture} map={landing?.map ?? { caption: '' }} />}
      {landing && <LandingFacts words={landing.words} facts={landing.facts} />}
    </>
  );
}

interface FleetFigureProps {
  /** Markup drawn by the server. */
  picture: string;
  map: NonNullable<NonNullable<PageProps['landing']>['map']>;
}

const mapCode = onDemand(() => import('./landing-map.tsx'));
const windCode = onDemand(() => import('./wind-layer.tsx'));

/** The picture is in the HTML; the code that moves the wind and answers clicks loads when the browser is idle. */
function FleetFigure({ picture, map: { caption, windSpeeds } }: FleetFigureProps) {
  // Guests can call both APIs only in the sandbox.
  const isClickable = useSite().sandbox === 'both';
  const [isWanted, setWanted] = useState(false);
  const scene = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const { value: code, failure, retry } = useOnDemand(mapCode, isWanted && isClickable);
  const { value: wind } = useOnDemand(windCode, isWanted);
  const want = () => setWanted(true);
  const [isWide, setWide] = useState(false);
  useEffect(() => setWide((world.current?.offsetWidth ?? 0) > (scene.current?.offsetWidth ?? 0)), []);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return (
    <figure className="fleet" aria-label="Live balloon map" onPointerEnter={want} onFocus={want}>
      <div className="fleet-scene" ref={scene}>
        {/* On a phone the map is wider than the window, and scrolls by keyboard too. */}
        <div className="fleet-scroll" tabIndex={isWide ? 0 : undefined}>
          <div className="fleet-world" ref={world}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself */}
            <div className="fleet-picture" dangerouslySetInnerHTML={{ __html: picture }} />
          </div>
        </div>
        <Legend windSpeeds={windSpeeds} isClickable={isClickable && !failure} />
      </div>
      <figcaption className="fleet-caption">
        {caption}
        {!isClickable && (
          <Link className="link" href={pages.dataViewer}>
            View a flight
          </Link>
        )}
      </figcaption>
      {wind && <wind.WindLayer world={world} scene={scene} />}
      {isClickable &&
        (code ? (
          <code.LandingMap world={world} />
        ) : (
          <div className="fleet-choices">
            {failure && <LoadFailure message="The map's controls couldn't be loaded." onRetry={retry} />}
          </div>
        ))}
    </figure>
  );
}

interface LegendProps extends Pick<FleetFigureProps['map'], 'windSpeeds'> {
  isClickable: boolean;
}

/** The swatches have the same colours as the picture. */
const Legend = ({ windSpeeds, isClickable }: LegendProps) => (
  <ul className="fleet-legend" aria-label="Legend">
    <li data-key="flight">Balloon, last 24 hours</li>
    {windSpeeds && (
      <>
        <li data-key="wind-0">Wind under {windSpeeds[0]}</li>
        <li data-key="wind-1">{windSpeeds.join('–')}</li>
        <li data-key="wind-2">over {windSpeeds[1]} m/s</li>
      </>
    )}
    {isClickable && <li className="fleet-hint">Pick any point for its forecast</li>}
  </ul>
);

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

/** Each claim about the API has an example next to it. */
function LandingFacts({ words, facts: { firstCall, samples, chat } }: LandingFactsProps) {
  const { exampleNote } = useSite();
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="facts">
      {firstCall && (
        <Fact
          title="Your first call in two minutes"
          words={words.firstCall}
          href={firstCall.page}
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
