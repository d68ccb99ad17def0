import { type ComponentType, useEffect, useState } from 'react';
import { ContentSkeleton } from './content-skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

type Load = () => Promise<ComponentType>;

const loaded = new Map<Load, ComponentType>();

/** A page whose code comes with it; what the server sends is its skeleton. */
export function LazyPage({ title, load }: { title: string; load: Load }) {
  const [Page, setPage] = useState(() => loaded.get(load));
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (Page || failed) return;
    let shown = true;
    load().then(
      (page) => {
        loaded.set(load, page);
        if (shown) setPage(() => page);
      },
      () => shown && setFailed(true),
    );
    return () => {
      shown = false;
    };
  }, [load, Page, failed]);

  if (Page) return <Page />;
  return (
    <div className="lazy-page" aria-busy={!failed || undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      <noscript>This page works with JavaScript only. The documentation reads without it.</noscript>
      {failed ? (
        <LoadFailure
          message="Error loading data: Failed to load the page: Network Error"
          onRetry={() => setFailed(false)}
        />
      ) : (
        <ContentSkeleton />
      )}
    </div>
  );
}
