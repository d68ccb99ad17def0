import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useRouter } from '../router/router-context.tsx';

/**
 * Content below the first screen. After a navigation it is rendered right after the start of the page, and in a
 * served page it hydrates separately, so that it never delays a click. To render everything at once, return
 * `children`.
 */
export function Later({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isDue = useDeferredValue(true, router.arrivesWhole() ? undefined : false);
  return <Suspense>{isDue && children}</Suspense>;
}
