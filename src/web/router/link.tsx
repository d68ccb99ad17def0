import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { pagePath } from './navigation.ts';
import { useRouter, useSite } from './router-context.tsx';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const router = useRouter();
  const isInternal = href.startsWith('/') || href.startsWith('#');
  if (!isInternal) {
    const newTab = href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' };
    return (
      <a {...rest} {...newTab} href={href} onClick={onClick}>
        {children}
      </a>
    );
  }
  const navigate = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event) || isOnThisPage(href)) return;
    if (router.navigation.goTo(href)) event.preventDefault();
  };
  const prefetch = () => router.prefetch(href);
  return (
    <a
      {...rest}
      href={href}
      onClick={navigate}
      onMouseEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    >
      {children}
    </a>
  );
}

/** Starts an email to the provider's data team. It shows their address, or the words in it. */
export function DataTeamLink({ children }: { children?: string }) {
  const { dataTeam } = useSite().provider;
  return (
    <a className="link" href={`mailto:${dataTeam}`}>
      {children ?? dataTeam}
    </a>
  );
}

/** With these keys and buttons every browser opens a tab or window, or downloads. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

const isOnThisPage = (href: string): boolean =>
  href.includes('#') && pagePath(new URL(href, location.href).pathname) === pagePath(location.pathname);
