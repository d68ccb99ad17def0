import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useRouter } from '../router/router-context.tsx';

/**
 * Content below the first screen. After a navigation it is rendered right after the start of the page, and in a
 * served page it hydrates separately, so that it never delays a click. To switch this off, return `children`.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isRendered = useDeferredValue(true, router.rendersAtOnce() ? undefined : false);
  return <Suspense>{isRendered && children}</Suspense>;
}
