import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { pagePath } from './navigation.ts';
import { useRouter } from './router-context.tsx';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/** Links within the site navigate without a new document. Others open a new tab. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const router = useRouter();
  if (!isInternal(href)) {
    const newTab = href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a {...rest} {...newTab} href={href} onClick={onClick}>
        {children}
      </a>
    );
  }

  const move = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event) || isOnThisPage(href)) return;
    if (router.navigation().goTo(href)) event.preventDefault();
  };
  const prefetch = () => router.prefetch(href);
  return (
    <a
      {...rest}
      href={href}
      onClick={move}
      onMouseEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    >
      {children}
    </a>
  );
}

const isInternal = (href: string) => href.startsWith('/') || href.startsWith('#');

/** With these keys and buttons every browser opens a tab or window, or downloads. */
export function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

function isOnThisPage(href: string): boolean {
  return (
    href.includes('#') && pagePath(new URL(href, location.href).pathname) === pagePath(location.pathname)
  );
}
