import './call-failure.css';
import type { Access } from '../../content/contract.ts';
import { pluralize } from '../../pictures/format.ts';
import { formatClock } from '../../time.ts';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { useCountdown, WaitButton } from '../ui/wait-button.tsx';

interface CallFailureProps {
  error: { status: number; message: string; retryAtMs?: number | undefined };
  /** The key that the call needs. */
  access: Access;
  onRetry: () => void;
}

/** A call without a key that failed. "Try again" is offered only while it can work. */
export function CallFailure({ error: { status, message, retryAtMs }, access, onRetry }: CallFailureProps) {
  if (status === 429) return <GuestLimit retryAtMs={retryAtMs} access={access} onRetry={onRetry} />;
  if (retryAtMs === undefined) return <LoadFailure message={message} onRetry={onRetry} />;
  return <LaterFailure message={message} retryAtMs={retryAtMs} onRetry={onRetry} />;
}

interface LaterFailureProps {
  message: string;
  retryAtMs: number;
  onRetry: () => void;
}

function LaterFailure({ message, retryAtMs, onRetry }: LaterFailureProps) {
  const secondsLeft = useCountdown(retryAtMs);
  return (
    <div className="load-failure" role="alert">
      <p>{message}</p>
      <WaitButton
        variant="secondary"
        words="Try again"
        secondsLeft={secondsLeft}
        onClick={() => secondsLeft === 0 && onRetry()}
      />
    </div>
  );
}

interface GuestLimitProps extends Pick<CallFailureProps, 'access' | 'onRetry'> {
  retryAtMs: number | undefined;
}

export function GuestLimit({ retryAtMs, access, onRetry }: GuestLimitProps) {
  const { keys } = useSite();
  const { state, openSignUp } = useAuth();
  const secondsLeft = useCountdown(retryAtMs ?? 0);
  const isOver = retryAtMs !== undefined && secondsLeft === 0;
  const isSignedIn = state === 'authenticated';
  return (
    <div className="guest-limit" role="alert">
      <p className="guest-limit-title">Your network has used all its guest calls this hour</p>
      <p>
        {isOver
          ? 'The limit has been reset.'
          : retryAtMs === undefined
            ? 'The limit resets at the top of the hour.'
            : `The limit resets at ${formatClock(retryAtMs)}, in ${pluralize(Math.ceil(secondsLeft / 60), 'minute')}.`}{' '}
        {access === 'free'
          ? `A free key includes ${keys.freeWords} and has its own hourly limit.`
          : `A free key includes ${keys.freeWords}. This call needs an all-access key, which you can request on the API Keys page.`}
      </p>
      <p className="guest-limit-actions">
        {isOver && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
        {isSignedIn ? (
          <Link href={pages.apiKeys} className={buttonClass(isOver ? 'secondary' : 'primary', 'small')}>
            {access === 'free' ? 'Your keys' : 'Request all access'}
          </Link>
        ) : (
          <Button variant={isOver ? 'secondary' : 'primary'} size="small" onClick={openSignUp}>
            Get API Keys
          </Button>
        )}
      </p>
    </div>
  );
}
