import { useRef, useState } from 'react';
import { type ApiToken, deletePhrase } from '../../keys/contract.ts';
import type { Outcome } from '../session/outcome.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface DeleteKeyDialogProps {
  /** As the list has it now; without it the dialog closes. */
  token: ApiToken | undefined;
  open: boolean;
  onClose: () => void;
  onDelete: (token: ApiToken) => Promise<Outcome>;
}

export function DeleteKeyDialog({ token, open, ...rest }: DeleteKeyDialogProps) {
  // Its words stay while the dialog closes.
  const shown = useRef(token);
  if (token) shown.current = token;
  return (
    <DialogFrame open={open && token !== undefined} onClose={rest.onClose}>
      {shown.current && <DeleteKey {...rest} token={shown.current} />}
    </DialogFrame>
  );
}

type DeleteKeyProps = Pick<DeleteKeyDialogProps, 'onClose' | 'onDelete'> & { token: ApiToken };

function DeleteKey({ token, onClose, onDelete }: DeleteKeyProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const phrase = deletePhrase(token.name);

  const { busy, submit } = useSubmit(async () => {
    if (typed !== phrase) return;
    setError(undefined);
    const outcome = await onDelete(token);
    if (outcome.ok) onClose();
    else setError(outcome.message);
  });

  return (
    <>
      <DialogHeading title="Delete this key?">
        Everything that uses <strong>{token.name}</strong> is refused from that second on. This cannot be
        undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <p className="delete-phrase">
          Type <code>{phrase}</code> to confirm.
        </p>
        <Field
          label="Confirmation"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
          data-first
        />
        <div className="delete-actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={busy} disabled={typed !== phrase}>
            Delete
          </Button>
        </div>
      </form>
    </>
  );
}
