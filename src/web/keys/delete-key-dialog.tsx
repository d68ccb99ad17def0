import { useRef, useState } from 'react';
import { type ApiToken, allAccessRole, deletePhrase } from '../../keys/contract.ts';
import { ConfirmActions, PhraseField } from '../session/confirmation.tsx';
import type { Outcome } from '../session/outcome.ts';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface DeleteKeyDialogProps {
  /** As the list has it now; without it the dialog closes. */
  apiKey: ApiToken | undefined;
  open: boolean;
  onClose: () => void;
  onDelete: (apiKey: ApiToken) => Promise<Outcome>;
}

export function DeleteKeyDialog({ apiKey, open, ...rest }: DeleteKeyDialogProps) {
  // Its words stay while the dialog closes.
  const shown = useRef(apiKey);
  if (apiKey) shown.current = apiKey;
  return (
    <DialogFrame open={open && apiKey !== undefined} onClose={rest.onClose}>
      {shown.current && <DeleteKey {...rest} apiKey={shown.current} />}
    </DialogFrame>
  );
}

type DeleteKeyProps = Pick<DeleteKeyDialogProps, 'onClose' | 'onDelete'> & { apiKey: ApiToken };

function DeleteKey({ apiKey, onClose, onDelete }: DeleteKeyProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const phrase = deletePhrase(apiKey.name);

  const hasAllAccess = apiKey.roles.includes(allAccessRole);
  const { busy, submit } = useSubmit(async () => {
    if (typed !== phrase) return;
    setError(undefined);
    const outcome = await onDelete(apiKey);
    if (outcome.ok) onClose();
    else setError(outcome.message);
  });

  return (
    <>
      <DialogHeading title="Delete this key?">
        Everything that uses <strong>{apiKey.name}</strong> is refused from that second on. This cannot be
        undone.{hasAllAccess && ' Its all access goes with it: a new key begins as a free one.'}
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} error={error} />
        <ConfirmActions act="Delete" busy={busy} isReady={typed === phrase} onCancel={onClose} />
      </form>
    </>
  );
}
