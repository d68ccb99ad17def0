import { memo, useDeferredValue } from 'react';
import type { View } from '../router/router.ts';
import { CurrentPage } from './current-page.tsx';
import { ErrorBoundary } from './error-page.tsx';

/**
 * Taking a long page down costs as much as drawing the beginning of the next one. So the page that is left is
 * hidden when the next one comes, and goes a moment later.
 */
export function PageChange({ view }: { view: View }) {
  const settled = useDeferredValue(view);
  const views = settled.path === view.path ? [view] : [view, settled];
  return views.map((each) => (
    <div key={each.path} hidden={each !== view}>
      <ErrorBoundary>
        <Page view={each} />
      </ErrorBoundary>
    </div>
  ));
}

const Page = memo(CurrentPage);
