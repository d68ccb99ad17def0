import './personal-page.css';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useAuth } from './auth-context.tsx';

interface PageSectionProps {
  title: string;
  children: ReactNode;
}

/** The heading of a page that needs a signed-in user. */
export const PersonalHead = ({ title, children }: PageSectionProps) => (
  <header className="personal-head">
    <h1 tabIndex={-1}>{title}</h1>
    <p>{children}</p>
  </header>
);

interface SignInFirstProps extends PageSectionProps {
  icon: ReactNode;
  /** Most visitors of this page have no account yet, so signing up is the first choice. */
  isSignUpFirst?: boolean;
}

/** Shown in place of such a page while nobody is signed in. */
export function SignInFirst({ icon, title, children, isSignUpFirst = false }: SignInFirstProps) {
  const { openSignIn, openSignUp } = useAuth();
  const buttons = [
    <Button key="sign-in" variant={isSignUpFirst ? 'secondary' : 'primary'} onClick={openSignIn}>
      Sign in
    </Button>,
    <Button key="sign-up" variant={isSignUpFirst ? 'primary' : 'secondary'} onClick={openSignUp}>
      Get API Keys
    </Button>,
  ];
  return (
    <section className="sign-in-first">
      <span className="sign-in-first-icon">{icon}</span>
      <h2>{title}</h2>
      <p>{children}</p>
      <div className="message-actions">{isSignUpFirst ? buttons.toReversed() : buttons}</div>
    </section>
  );
}
