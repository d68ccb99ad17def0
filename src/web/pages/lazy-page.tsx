import { type ComponentType, useEffect, useState } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** A page whose code comes with it; the served page is its skeleton. */
export function lazyPage(title: string, load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;

  return function LazyPage() {
    const [Page, setPage] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    const [failed, setFailed] = useState(false);

    // biome-ignore lint/correctness/useExhaustiveDependencies: each failure that is tried again is a new load
    useEffect(() => {
      if (loaded) return;
      let shown = true;
      load().then(
        (page) => {
          loaded = page;
          if (shown) setPage(() => page);
        },
        () => shown && setFailed(true),
      );
      return () => {
        shown = false;
      };
    }, [failures]);

    const retry = () => {
      setFailed(false);
      setFailures(failures + 1);
    };
    if (Page) return <Page />;
    if (failed) return <LoadFailure title={title} message="Failed to load the page: Network Error" onRetry={retry} />;
    return <PageSkeleton title={title} />;
  };
}
