import './personal-page.css';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useAuth } from './auth-context.tsx';

interface PersonalHeadProps {
  title: string;
  children: ReactNode;
}

/** Of a page that shows what is one person's own. */
export const PersonalHead = ({ title, children }: PersonalHeadProps) => (
  <header className="personal-head">
    <h1 tabIndex={-1}>{title}</h1>
    <p>{children}</p>
  </header>
);

interface SignInFirstProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Most who come have no account yet. */
  isForNewcomers?: boolean;
}

/** In place of such a page, for a visitor. */
export function SignInFirst({ icon, title, children, isForNewcomers = false }: SignInFirstProps) {
  const { openSignIn, openSignUp } = useAuth();
  const ways = [
    { label: 'Sign in', open: openSignIn },
    { label: 'Get API Keys', open: openSignUp },
  ];
  const [first, second] = isForNewcomers ? ways.reverse() : ways;
  return (
    <section className="sign-in-first">
      <span className="sign-in-first-icon">{icon}</span>
      <h2>{title}</h2>
      <p>{children}</p>
      <div className="message-actions">
        <Button onClick={first!.open}>{first!.label}</Button>
        <Button variant="secondary" onClick={second!.open}>
          {second!.label}
        </Button>
      </div>
    </section>
  );
}
