import type { ApiToken } from '../../keys/contract.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { EndSecretDialog } from './rotation/end-secret-dialog.tsx';
import { RotateDialog } from './rotation/rotate-dialog.tsx';
import type { RotationEnd } from './rotation/rotation-strip.tsx';
import type { Keys } from './use-keys.ts';

export type KeyDialogRequest = { open: boolean } & (
  | { kind: 'create' }
  | { kind: 'rotate' | 'delete' | RotationEnd; id: string }
);

interface KeyDialogsProps {
  request: KeyDialogRequest;
  onRequest: (request: KeyDialogRequest) => void;
  keys: Keys;
  apiKeys: ApiToken[];
}

export function KeyDialogs({ request, onRequest, keys, apiKeys }: KeyDialogsProps) {
  const frame = { open: request.open, onClose: () => onRequest({ ...request, open: false }) };
  if (request.kind === 'create') return <CreateKeyDialog {...frame} onCreate={keys.create} />;
  const apiKey = apiKeys.find(({ id }) => id === request.id);
  switch (request.kind) {
    case 'rotate':
      return (
        <RotateDialog
          {...frame}
          apiKey={apiKey}
          onRotate={keys.rotate}
          onEnd={({ id }, how) => onRequest({ kind: how, id, open: true })}
        />
      );
    case 'end-old':
      return <EndSecretDialog key="old" {...frame} apiKey={apiKey} how="end-old" onEnd={keys.endOld} />;
    case 'discard-new':
      return (
        <EndSecretDialog key="new" {...frame} apiKey={apiKey} how="discard-new" onEnd={keys.discardNew} />
      );
    case 'delete':
      return <DeleteKeyDialog {...frame} apiKey={apiKey} onDelete={keys.remove} />;
  }
}
