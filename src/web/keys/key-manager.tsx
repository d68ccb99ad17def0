import { useState } from 'react';
import { type ApiToken, keysPerPersonMax } from '../../keys/contract.ts';
import { Button } from '../ui/button.tsx';
import { useOnDemand } from '../ui/use-on-demand.ts';
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
      <KeyCards keys={keys} tokens={list.tokens} loadedAt={list.loadedAt} />
      <EndpointsPanel tokens={list.tokens} />
    </>
  );
}

const loadDialogs = () => import('./key-dialogs.tsx');

interface KeyCardsProps {
  keys: Keys;
  tokens: ApiToken[];
  loadedAt: Date;
}

function KeyCards({ keys, tokens, loadedAt }: KeyCardsProps) {
  const [request, setRequest] = useState<KeyDialogRequest>();
  const dialogs = useOnDemand(loadDialogs, request);
  const close = () => setRequest((before) => before && { ...before, open: false });

  return (
    <section className="grid gap-5" aria-labelledby="your-keys">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="your-keys">Your keys</h2>
        <p className="text-ui leading-6 text-muted tabular-nums">
          {tokens.length}/{keysPerPersonMax} Keys Used
        </p>
      </div>
      {tokens.map((token) => (
        <KeyCard
          key={token.id}
          token={token}
          secret={keys.secrets.get(token.id)}
          countedAt={loadedAt}
          onRename={(name) => keys.rename(token, name)}
          onDelete={() => setRequest({ kind: 'delete', id: token.id, open: true })}
        />
      ))}
      <AddKeyCard count={tokens.length} onAdd={() => setRequest({ kind: 'create', open: true })} />
      {dialogs && request && (
        <dialogs.KeyDialogs request={request} keys={keys} tokens={tokens} onClose={close} />
      )}
    </section>
  );
}

function KeysFailed({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <section className="grid justify-items-start gap-4 rounded-large border border-line p-6" role="alert">
      <p className="text-ink">{words}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}

/** Of the size of what comes. */
export function KeysSkeleton() {
  return (
    <div className="grid gap-5" role="status">
      <p className="visually-hidden">Loading...</p>
      <div className="flex justify-between">
        <div className="skeleton h-8 w-36" />
        <div className="skeleton h-6 w-28" />
      </div>
      <div className="skeleton h-[290px] rounded-large!" />
      <div className="skeleton h-[104px] rounded-large!" />
    </div>
  );
}
