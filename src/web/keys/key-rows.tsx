import { useState } from 'react';
import { maxKeysPerPerson } from '../../keys/contract.ts';
import { useNow } from '../time/format-time.ts';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { onDemand } from '../ui/on-demand.ts';
import { AddKeyCard } from './add-key-card.tsx';
import type { PanelKey } from './key-details.tsx';
import type { KeyDialogRequest } from './key-dialogs.tsx';
import type { LoadedKeys } from './key-list.ts';
import { KeyRow } from './key-row.tsx';
import { refusedOn } from './usage/usage-summary.ts';
import type { useCalls } from './usage/use-calls.ts';
import type { Keys } from './use-keys.ts';

const dialogsCode = onDemand(() => import('./key-dialogs.tsx'));

interface KeyRowsProps {
  keys: Keys;
  list: LoadedKeys;
  usage: ReturnType<typeof useCalls>;
}

export function KeyRows({ keys, list: { apiKeys, hours, loadedAt }, usage }: KeyRowsProps) {
  const [request, setRequest] = useState<KeyDialogRequest>();
  const dialogs = useDialogCode(dialogsCode, request);
  const now = useNow();
  const { panelOf, setPanel } = useOpenPanel(apiKeys.length === 1 ? apiKeys[0]!.id : undefined);
  const refusedToday = (id: string) =>
    usage.answer.phase === 'loaded' ? refusedOn(usage.answer.value.get(id) ?? [], loadedAt) : 0;

  return (
    <section className="keys-part" aria-labelledby="your-keys">
      <div className="keys-part-head">
        <h2 id="your-keys">Your keys</h2>
        <p>
          {apiKeys.length}/{maxKeysPerPerson} Keys Used
        </p>
      </div>
      {apiKeys.length > 0 && (
        <div className="keys">
          {apiKeys.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              secret={keys.secretOf(apiKey)}
              hour={hours[apiKey.id]}
              usage={usage}
              countedAt={loadedAt}
              refusedToday={refusedToday(apiKey.id)}
              now={now}
              panel={panelOf(apiKey.id)}
              onPanel={(panel) => setPanel(apiKey.id, panel)}
              onRename={(name) => keys.rename(apiKey, name)}
              onExpire={(asked) => keys.expire(apiKey, asked)}
              onRotate={() => setRequest({ kind: 'rotate', id: apiKey.id, open: true })}
              onEndSecret={(how) => setRequest({ kind: how, id: apiKey.id, open: true })}
              onDelete={() => setRequest({ kind: 'delete', id: apiKey.id, open: true })}
            />
          ))}
        </div>
      )}
      <AddKeyCard count={apiKeys.length} onAdd={() => setRequest({ kind: 'create', open: true })} />
      {dialogs && request && (
        <dialogs.KeyDialogs request={request} onRequest={setRequest} keys={keys} apiKeys={apiKeys} />
      )}
    </section>
  );
}

/** One key's details at a time; those of an only key stand open from the start. */
function useOpenPanel(onlyId: string | undefined) {
  const [chosen, setChosen] = useState<{ id: string; panel: PanelKey | undefined }>();
  const open = chosen ?? (onlyId === undefined ? undefined : { id: onlyId, panel: 'connect' as const });
  return {
    panelOf: (id: string) => (open?.id === id ? open.panel : undefined),
    setPanel: (id: string, panel: PanelKey | undefined) => setChosen({ id, panel }),
  };
}
