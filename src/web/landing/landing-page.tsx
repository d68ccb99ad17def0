import { ArrowRight } from 'lucide';
import type { PageProps } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { landingSentence } from '../router/site-map.ts';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FleetFigure } from './fleet-figure.tsx';
import { ProofList } from './proof-list.tsx';

/** Where there is no fleet to show, there is no place for one either. */
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
            <WayToKeys />
          </div>
        </div>
      </div>
      {picture && <FleetFigure picture={picture} caption={landing?.caption ?? ''} />}
      {landing && <ProofList {...landing} />}
    </>
  );
}

/** While the visitor is unknown it keeps its place, so that nothing moves. */
function WayToKeys() {
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
