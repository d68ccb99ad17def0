import './reset-password-page.css';
import { CircleCheck, Unlink } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, type ButtonVariant, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { checkResetLink } from './password/calls.ts';
import { isLinkSpent } from './reset-link.ts';

type Stage = { is: 'form' } | { is: 'spent'; sentence: string } | { is: 'done' };

/** Where the link in the reset mail leads. */
export function ResetPasswordPage() {
  const [resetToken] = useState(() => new URLSearchParams(location.search).get('reset_password_token') ?? '');
  const [stage, setStage] = useState<Stage>(
    resetToken
      ? { is: 'form' }
      : { is: 'spent', sentence: 'This link is not complete. Open it from the mail again' },
  );
  const isVisitorKnown = useAuth().state !== 'loading';

  useEffect(() => {
    if (!resetToken || !isVisitorKnown) return;
    let wanted = true;
    checkResetLink({ reset_password_token: resetToken }).then((outcome) => {
      // A server that was not reached has said nothing about the link.
      if (wanted && !outcome.ok && isLinkSpent(outcome)) setStage({ is: 'spent', sentence: outcome.message });
    });
    return () => {
      wanted = false;
    };
  }, [resetToken, isVisitorKnown]);

  return (
    <div className="reset-password">
      {stage.is === 'form' && (
        <NewPasswordForm
          resetToken={resetToken}
          onSpent={(sentence) => setStage({ is: 'spent', sentence })}
          onDone={() => setStage({ is: 'done' })}
        />
      )}
      {stage.is === 'spent' && <LinkSpent sentence={stage.sentence} />}
      {stage.is === 'done' && <PasswordChanged />}
    </div>
  );
}

function LinkSpent({ sentence }: { sentence: string }) {
  const { openForgotPassword } = useAuth();
  return (
    <div className="reset-password-outcome">
      <Icon of={Unlink} size={36} strokeWidth={1.5} className="reset-password-spent" />
      <StageTitle>This link does not work</StageTitle>
      <p>{sentence}.</p>
      <SignedInNote />
      <div className="message-actions">
        <Button onClick={openForgotPassword}>Send a new link</Button>
        <WayIn words="Back to sign in" variant="secondary" />
      </div>
    </div>
  );
}

function PasswordChanged() {
  return (
    <div className="reset-password-outcome">
      <Icon of={CircleCheck} size={36} strokeWidth={1.5} className="reset-password-done" />
      <StageTitle>Password changed</StageTitle>
      <p>Your new password works from now on, here and everywhere else.</p>
      <SignedInNote />
      <WayIn words="Sign in" variant="primary" />
    </div>
  );
}

/** Signs in, or leads on the person who has done so: here, or in another tab. */
function WayIn({ words, variant }: { words: string; variant: ButtonVariant }) {
  const { state, openSignIn } = useAuth();
  if (state === 'loading') return null;
  if (state === 'authenticated')
    return (
      <Link className={buttonClass(variant)} href={pages.apiKeys}>
        API Keys
      </Link>
    );
  return (
    <Button variant={variant} onClick={openSignIn}>
      {words}
    </Button>
  );
}

function SignedInNote() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <p>
      You are signed in as <strong>{user.email}</strong>.
    </p>
  );
}

/** Takes the focus, so that a screen reader reads what came of it. */
function StageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
