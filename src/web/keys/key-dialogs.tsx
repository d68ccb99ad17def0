import '../styles/utilities.css';
import type { ApiToken } from '../../keys/contract.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import type { Keys } from './use-keys.ts';

export type KeyDialogRequest = { open: boolean } & ({ kind: 'create' } | { kind: 'delete'; token: ApiToken });

interface KeyDialogsProps {
  request: KeyDialogRequest;
  keys: Keys;
  onClose: () => void;
}

export function KeyDialogs({ request, keys, onClose }: KeyDialogsProps) {
  function closeCreate() {
    onClose();
    // A first call made from the dialog has changed the counts.
    void keys.reload();
  }

  return request.kind === 'create' ? (
    <CreateKeyDialog open={request.open} onClose={closeCreate} onCreate={keys.create} />
  ) : (
    <DeleteKeyDialog open={request.open} token={request.token} onClose={onClose} onDelete={keys.remove} />
  );
}
