import { ArrowRight } from 'lucide';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { landingSentence } from '../router/site-map.ts';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { LandingFacts } from './landing-facts.tsx';

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
