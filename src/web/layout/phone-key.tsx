import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

/** The one thing that people on a phone come for; the rest of the corner is in the drawer. */
export function PhoneKey() {
  const { state, openSignUp } = useAuth();
  if (state === 'authenticated')
    return (
      <Link href={pages.apiKeys} className={`${buttonClass('secondary', 'small')} phone-key`}>
        Keys
      </Link>
    );
  return (
    <Button
      size="small"
      className="phone-key"
      data-loading={state === 'loading' || undefined}
      onClick={openSignUp}
    >
      Get key
    </Button>
  );
}
