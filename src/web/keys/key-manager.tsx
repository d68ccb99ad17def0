import { useState } from 'react';
import { type ApiToken, keysPerPersonMax } from '../../keys/contract.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { useDialogCode } from '../ui/use-dialog-code.ts';
import { AddKeyCard } from './add-key-card.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
import { KeyCard } from './key-card.tsx';
import type { KeyDialogRequest } from './key-dialogs.tsx';
import { type Keys, useKeys } from './use-keys.ts';

export function KeyManager() {
  const keys = useKeys();
  const { list } = keys;
  if (list.phase === 'loading') return <KeysSkeleton />;
  if (list.phase === 'failed') return <KeysFailed words={list.words} onRetry={keys.retry} />;
  return (
    <>
      <KeyCards keys={keys} apiKeys={list.apiKeys} loadedAt={list.loadedAt} />
      <EndpointsPanel apiKeys={list.apiKeys} />
    </>
  );
}

const dialogsCode = onDemand(() => import('./key-dialogs.tsx'));

interface KeyCardsProps {
  keys: Keys;
  apiKeys: ApiToken[];
  loadedAt: Date;
}

function KeyCards({ keys, apiKeys, loadedAt }: KeyCardsProps) {
  const [request, setRequest] = useState<KeyDialogRequest>();
  const dialogs = useDialogCode(dialogsCode, request);
  const close = () => setRequest((before) => before && { ...before, open: false });

  return (
    <section className="keys-part" aria-labelledby="your-keys">
      <div className="keys-part-head">
        <h2 id="your-keys">Your keys</h2>
        <p>
          {apiKeys.length}/{keysPerPersonMax} Keys Used
        </p>
      </div>
      {apiKeys.map((apiKey) => (
        <KeyCard
          key={apiKey.id}
          apiKey={apiKey}
          secret={keys.secrets.get(apiKey.id)}
          countedAt={loadedAt}
          onRename={(name) => keys.rename(apiKey, name)}
          onDelete={() => setRequest({ kind: 'delete', id: apiKey.id, open: true })}
        />
      ))}
      <AddKeyCard count={apiKeys.length} onAdd={() => setRequest({ kind: 'create', open: true })} />
      {dialogs && request && (
        <dialogs.KeyDialogs request={request} keys={keys} apiKeys={apiKeys} onClose={close} />
      )}
    </section>
  );
}

function KeysFailed({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <section className="keys-failed" role="alert">
      <p>{words}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </section>
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
      <div className="skeleton keys-skeleton-card" />
      <div className="skeleton keys-skeleton-add" />
    </div>
  );
}
