import { useState } from 'react';
import {
  type ApiToken,
  type CreatedApiToken,
  type CreateTokenAnswer,
  type Overlap,
  overlaps,
  type RenameTokenAnswer,
  type RotateTokenRequest,
} from '../../../keys/contract.ts';
import { calls } from '../../../urls.ts';
import { ConfirmActions, PasswordField } from '../../session/confirm-fields.tsx';
import { done, type Outcome } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';
import { timeAgo } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useKeys } from '../context/keys-context.tsx';
import { KeyReady } from '../first-call/key-ready.tsx';
import { findOpenRotation, RotationStatus } from './rotation-status.tsx';

const rotateKey = (id: string, body: RotateTokenRequest) =>
  sendJson<CreateTokenAnswer>('POST', calls.rotateToken(id), 'Failed to rotate API key', body);

const revokeOldSecret = (id: string) =>
  sendJson<RenameTokenAnswer>('POST', calls.revokeOldSecret(id), 'Failed to revoke the old secret', {});

const discardNewSecret = (id: string, password: string) =>
  sendJson<RenameTokenAnswer>('POST', calls.discardNewSecret(id), 'Failed to discard the new secret', {
    password,
  });

/** Asks for the overlap and the password, then shows the new secret. */
export function RotateKey({ apiKey }: { apiKey: ApiToken }) {
  const { closeDialog } = useKeys();
  const [rotated, setRotated] = useState<CreatedApiToken>();
  if (rotated) return <KeyReady apiKey={rotated} isRotated onDone={closeDialog} />;
  if (!findOpenRotation(apiKey, new Date())) return <RotateForm apiKey={apiKey} onRotated={setRotated} />;
  return (
    <>
      <DialogHeading title="This key already has two secrets">
        Revoke the old one or discard the new one before you rotate again. If you didn't save the new secret,
        discard it: the old one keeps working.
      </DialogHeading>
      <RotationStatus apiKey={apiKey} />
    </>
  );
}

const overlapLabels: Record<Overlap, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' };

function RotateForm({
  apiKey,
  onRotated,
}: {
  apiKey: ApiToken;
  onRotated: (rotated: CreatedApiToken) => void;
}) {
  const { saveSecret, failChange, reload } = useKeys();
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (!password) return;
    setError(undefined);
    const outcome = await rotateKey(apiKey.id, { overlap, password });
    if (outcome.ok) {
      saveSecret(outcome.value.token);
      return onRotated(outcome.value.token);
    }
    setError(outcome.message);
    // If the answer was lost or another tab was first, the list has the two secrets.
    if (outcome.status === 0 || outcome.code === 'rotation-open') reload();
    // A wrong password is reported at the field only.
    if (outcome.code !== 'wrong-password') failChange(outcome, apiKey);
  });

  return (
    <>
      <DialogHeading title="Rotate this key">
        <strong>{apiKey.name}</strong> gets a new secret, shown once. The old one keeps working for a while,
        so nothing breaks.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Choices
          legend="Keep the old secret for"
          name="overlap"
          choices={overlaps.map((value) => ({ value, words: overlapLabels[value] }))}
          value={overlap}
          onChange={setOverlap}
        />
        <PasswordField
          hint="Confirm it's you."
          value={password}
          onType={setPassword}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy} disabled={!password}>
          Rotate key
        </Button>
      </form>
    </>
  );
}

/** Confirms revoking the old secret, or discarding the new one, which also needs the password. */
export function EndSecret({ apiKey, isOld }: { apiKey: ApiToken; isOld: boolean }) {
  const { finishChange, reload, closeDialog } = useKeys();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const isReady = isOld || password !== '';
  const [current, old] = apiKey.secrets;

  async function endSecret(): Promise<Outcome> {
    const outcome = await (isOld ? revokeOldSecret(apiKey.id) : discardNewSecret(apiKey.id, password));
    // A wrong password is reported at the field only.
    if (!outcome.ok && outcome.code === 'wrong-password') return outcome;
    if (outcome.ok || outcome.code !== 'no-rotation')
      return finishChange(apiKey, outcome, isOld ? 'Old secret revoked' : 'New secret discarded');
    // It was done in another tab, or the old secret expired meanwhile.
    reload();
    toast.info('This key already has only one secret');
    return done;
  }

  const { busy, submit } = useSubmit(async () => {
    if (!isReady) return;
    setError(undefined);
    const outcome = await endSecret();
    if (outcome.ok) closeDialog();
    else setError(outcome.message);
  });

  return (
    <>
      <DialogHeading title={isOld ? 'Revoke the old secret?' : 'Discard the new secret?'}>
        {describeEnd((isOld ? old : current)?.last_used_at, isOld)} This can't be undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {!isOld && (
          <PasswordField
            hint="Confirm it's you."
            value={password}
            onType={setPassword}
            error={error}
            data-first
          />
        )}
        <ConfirmActions
          action={isOld ? 'Revoke old secret' : 'Discard new secret'}
          isFirst={isOld}
          busy={busy}
          isReady={isReady}
          onCancel={closeDialog}
        />
        {isOld && (
          <p className="field-error" aria-live="polite">
            {error}
          </p>
        )}
      </form>
    </>
  );
}

function describeEnd(lastUsedAt: string | null | undefined, isOld: boolean): string {
  const secret = isOld ? 'The old secret' : 'The new secret';
  const rest = isOld ? 'Only the new secret will work.' : 'The old secret keeps working.';
  if (!lastUsedAt) return `${secret} ${isOld ? 'was never used' : "hasn't been used yet"}. ${rest}`;
  const ago = timeAgo(new Date(lastUsedAt), new Date());
  return `${secret} was last used ${ago}. Apps that still use it stop working immediately. ${rest}`;
}
