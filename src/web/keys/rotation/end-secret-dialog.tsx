import { useRef, useState } from 'react';
import type { ApiToken, KeySecret } from '../../../keys/contract.ts';
import { ConfirmActions } from '../../session/confirmation.tsx';
import type { Outcome } from '../../session/outcome.ts';
import { timeAgo } from '../../time/time-words.ts';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { RotationEnd } from './rotation-strip.tsx';

interface EndSecretDialogProps {
  /** As the list has it now; without it the dialog closes. */
  apiKey: ApiToken | undefined;
  how: RotationEnd;
  open: boolean;
  onClose: () => void;
  onEnd: (apiKey: ApiToken) => Promise<Outcome>;
}

/** What cannot be undone is asked about once. */
export function EndSecretDialog({ apiKey, open, ...rest }: EndSecretDialogProps) {
  // Its words stay while the dialog closes.
  const shown = useRef(apiKey);
  if (apiKey && open) shown.current = apiKey;
  return (
    <DialogFrame open={open && apiKey !== undefined} onClose={rest.onClose}>
      {shown.current && <EndSecret {...rest} apiKey={shown.current} />}
    </DialogFrame>
  );
}

type EndSecretProps = Omit<EndSecretDialogProps, 'apiKey' | 'open'> & { apiKey: ApiToken };

function EndSecret({ apiKey, how, onClose, onEnd }: EndSecretProps) {
  const [error, setError] = useState<string>();
  const { busy, submit } = useSubmit(async () => {
    setError(undefined);
    const outcome = await onEnd(apiKey);
    if (outcome.ok) onClose();
    else setError(outcome.message);
  });
  const [inUse, old] = apiKey.secrets;
  const isOld = how === 'end-old';
  const words = describeEnd((isOld ? old : inUse)?.last_used_at ?? null, isOld);
  return (
    <>
      <DialogHeading title={isOld ? 'End the old secret?' : 'Discard the new secret?'}>
        {words} This cannot be undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <ConfirmActions act={isOld ? 'End old' : 'Discard new'} busy={busy} isFirst onCancel={onClose} />
        <p className="field-error" aria-live="polite">
          {error}
        </p>
      </form>
    </>
  );
}

function describeEnd(lastUsedAt: KeySecret['last_used_at'], isOld: boolean): string {
  const which = isOld ? 'old' : 'new';
  const other = isOld ? 'the new one' : 'the old one';
  if (lastUsedAt === null)
    return `The ${which} secret ${isOld ? 'was never used' : 'has not been used yet'}. From then on ${other} alone opens this key.`;
  const ago = timeAgo(new Date(lastUsedAt), new Date());
  return `The ${which} secret was last used ${ago}. What still uses it is refused from that second on; ${other} alone opens this key.`;
}
