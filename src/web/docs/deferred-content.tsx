import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useRouter } from '../router/router-context.tsx';

/**
 * Content below the first screen. After a move it is rendered right after the start of the page, which keeps a move
 * within its budget of 60 ms. In a served page it hydrates separately, so that it never delays a click.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isRendered = useDeferredValue(true, router.rendersAtOnce() ? undefined : false);
  return <Suspense>{isRendered && children}</Suspense>;
}
