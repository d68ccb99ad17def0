import type { ComponentType } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { type OnDemand, useOnDemand } from '../ui/on-demand.ts';
import { ContentSkeleton } from './content-skeleton.tsx';

interface LazyPageProps {
  title: string;
  page: OnDemand<ComponentType>;
}

/** A page whose code comes with it; what the server sends is its skeleton. */
export function LazyPage({ title, page }: LazyPageProps) {
  const { value: Page, failure, retry } = useOnDemand(page, true);
  if (Page)
    return (
      <div className="lazy-page">
        <Page />
      </div>
    );
  return (
    <div className="lazy-page" aria-busy={!failure || undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      <noscript>This page works with JavaScript only. The documentation reads without it.</noscript>
      {failure ? (
        <LoadFailure message="Error loading data: Failed to load the page: Network Error" onRetry={retry} />
      ) : (
        <ContentSkeleton />
      )}
    </div>
  );
}
