import { LoadFailure } from '../ui/load-failure.tsx';
import { AccessSection } from './access/access-section.tsx';
import { CheckCallSection } from './check-call/check-call-section.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
import type { LoadedKeys } from './key-list.ts';
import { KeyRows } from './key-rows.tsx';
import { UsageSection } from './usage/usage-section.tsx';
import { useCalls } from './usage/use-calls.ts';
import { type Keys, useKeys } from './use-keys.ts';

export function KeyManager() {
  const keys = useKeys();
  const { list } = keys;
  if (list.phase === 'loading') return <KeysSkeleton />;
  if (list.phase === 'failed') return <LoadFailure message={list.words} onRetry={keys.retry} />;
  return <KeysInUse keys={keys} list={list} />;
}

function KeysInUse({ keys, list }: { keys: Keys; list: LoadedKeys }) {
  const { apiKeys, loadedAt } = list;
  const usage = useCalls(apiKeys, loadedAt);
  return (
    <>
      <KeyRows keys={keys} list={list} usage={usage} />
      {apiKeys.length > 0 && (
        <>
          <UsageSection usage={usage} countedAt={loadedAt} />
          <AccessSection apiKeys={apiKeys} />
          <CheckCallSection apiKeys={apiKeys} />
        </>
      )}
      <EndpointsPanel apiKeys={apiKeys} />
    </>
  );
}

/** Of the size of what comes. */
export function KeysSkeleton() {
  return (
    <div className="keys-part" role="status">
      <p className="visually-hidden">Loading...</p>
      <div className="keys-skeleton-head">
        <div className="skeleton keys-skeleton-title" />
        <div className="skeleton keys-skeleton-count" />
      </div>
      <div className="skeleton keys-skeleton-row" />
      <div className="skeleton keys-skeleton-add" />
    </div>
  );
}
