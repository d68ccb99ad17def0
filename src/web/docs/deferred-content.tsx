import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useRouter } from '../router/router-context.tsx';

/**
 * What lies below the first screen. After a move it comes a moment behind the beginning of the page, which
 * then waits for nothing; in a page from the server it becomes interactive on its own, so that none of it
 * holds up a click.
 */
export function Later({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isDue = useDeferredValue(true, router.arrivesWhole() ? undefined : false);
  return <Suspense>{isDue && children}</Suspense>;
}
