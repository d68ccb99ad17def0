import { useRef, useState } from 'react';
import type { ApiToken, KeySecret } from '../../../keys/contract.ts';
import { ConfirmActions, ConfirmPassword } from '../../session/confirmation.tsx';
import type { Outcome } from '../../session/outcome.ts';
import { timeAgo } from '../../time/format-time.ts';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { RotationEnd } from './rotation-strip.tsx';

interface EndSecretDialogProps {
  /** As the list has it now; without it the dialog closes. */
  apiKey: ApiToken | undefined;
  how: RotationEnd;
  open: boolean;
  onClose: () => void;
  /** The password is asked for only to discard. */
  onEnd: (apiKey: ApiToken, password: string) => Promise<Outcome>;
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
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [inUse, old] = apiKey.secrets;
  const isOld = how === 'end-old';
  const isReady = isOld || password !== '';
  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const outcome = await onEnd(apiKey, password);
    if (outcome.ok) onClose();
    else setError(outcome.message);
  });
  const words = describeEnd((isOld ? old : inUse)?.last_used_at ?? null, isOld);
  const actions = { busy, isReady, onCancel: onClose };
  return (
    <>
      <DialogHeading title={isOld ? 'Revoke the old secret?' : 'Discard the new secret?'}>
        {words} This can't be undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {isOld ? (
          <>
            <ConfirmActions act="Revoke old secret" isFirst {...actions} />
            <p className="field-error" aria-live="polite">
              {error}
            </p>
          </>
        ) : (
          <>
            <ConfirmPassword password={password} onType={setPassword} error={error} />
            <ConfirmActions act="Discard new secret" {...actions} />
          </>
        )}
      </form>
    </>
  );
}

function describeEnd(lastUsedAt: KeySecret['last_used_at'], isOld: boolean): string {
  const ended = isOld ? 'The old secret' : 'The new secret';
  const rest = isOld ? 'Only the new secret will work.' : 'The old secret keeps working.';
  if (lastUsedAt === null) return `${ended} ${isOld ? 'was never used' : "hasn't been used yet"}. ${rest}`;
  const ago = timeAgo(new Date(lastUsedAt), new Date());
  return `${ended} was last used ${ago}. Apps that still use it stop working immediately. ${rest}`;
}
