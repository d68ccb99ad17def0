import { useEffect, useState } from 'react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

interface FleetNowProps {
  /** Markup that the server has drawn. */
  picture: string;
  caption: string;
}

const livingCode = onDemand(() => import('./map/landing-map.tsx'));

/** The picture is there at once; what can be asked of it comes when the browser has nothing else to do. */
export function FleetFigure({ picture, caption }: FleetNowProps) {
  // What can be asked is asked of both APIs, in the name of the demo.
  const isLiving = useSite().sandbox === 'both';
  const [isWanted, setWanted] = useState(false);
  const { value: code } = useOnDemand(livingCode, isWanted && isLiving);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const want = () => setWanted(true);
  return (
    <figure className="fleet" aria-label="Live balloon map" onPointerEnter={want} onFocus={want}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself */}
      <div className="fleet-picture" dangerouslySetInnerHTML={{ __html: picture }} />
      <figcaption className="fleet-caption">
        {caption}
        {!isLiving && (
          <Link className="link" href={pages.dataViewer}>
            Look at a flight
          </Link>
        )}
      </figcaption>
      {isLiving && (code ? <code.LandingMap /> : <div className="fleet-choices" />)}
    </figure>
  );
}

const patienceMs = 3000;

/** Not every browser can tell. Returns how to call it off. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, patienceMs / 2);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work, { timeout: patienceMs });
  return () => cancelIdleCallback(waiting);
}
