import { ArrowRight } from 'lucide';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The two things to do first: get a key, and make a call. */
export const FirstSteps = () => (
  <p className="first-steps">
    <KeysButton />
    {hasPage(useSite(), pages.gettingStarted) && (
      <Link href={pages.gettingStarted} className={buttonClass('secondary')}>
        Make your first call
        <Icon of={ArrowRight} size={16} />
      </Link>
    )}
  </p>
);

interface KeysButtonProps {
  variant?: 'primary' | 'secondary';
  className?: string;
}

/** The button is invisible, but keeps its space, until the session is known. */
export function KeysButton({ variant = 'primary', className = '' }: KeysButtonProps) {
  const { state, openSignUp } = useAuth();
  if (state === 'authenticated')
    return (
      <Link href={pages.apiKeys} className={`${buttonClass(variant)} ${className}`}>
        Your keys
      </Link>
    );
  return (
    <Button
      variant={variant}
      className={`keys-button ${className}`}
      data-loading={state === 'loading' || undefined}
      onClick={openSignUp}
    >
      Get API Keys
    </Button>
  );
}
