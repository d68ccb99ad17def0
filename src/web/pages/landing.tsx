import { ArrowRight } from 'lucide-react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { landingSentence } from '../router/site-map.ts';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

export function LandingPage({ picture }: { picture: string | undefined }) {
  const site = useSite();
  return (
    <div className="landing">
      <div className="landing-words">
        <h1 tabIndex={-1}>Welcome to the {site.provider.name} API</h1>
        <p>{landingSentence(site)}</p>
        <div className="landing-actions">
          <Link href={pages.docs} className={`${buttonClass('primary')} landing-button`}>
            View API Documentation
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
          <WayToKeys />
        </div>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself */}
      {picture && <div className="landing-picture" dangerouslySetInnerHTML={{ __html: picture }} />}
    </div>
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
