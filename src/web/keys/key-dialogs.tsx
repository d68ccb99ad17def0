import './key-dialogs.css';
import type { ApiToken } from '../../keys/contract.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import type { Keys } from './use-keys.ts';

export type KeyDialogRequest = { open: boolean } & ({ kind: 'create' } | { kind: 'delete'; id: string });

interface KeyDialogsProps {
  request: KeyDialogRequest;
  keys: Keys;
  apiKeys: ApiToken[];
  onClose: () => void;
}

export function KeyDialogs({ request, keys, apiKeys, onClose }: KeyDialogsProps) {
  return request.kind === 'create' ? (
    <CreateKeyDialog open={request.open} onClose={onClose} onCreate={keys.create} />
  ) : (
    <DeleteKeyDialog
      open={request.open}
      apiKey={apiKeys.find((apiKey) => apiKey.id === request.id)}
      onClose={onClose}
      onDelete={keys.remove}
    />
  );
}
