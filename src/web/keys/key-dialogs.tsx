import { useState } from 'react';
import {
  type ApiToken,
  allAccessRole,
  type CreatedApiToken,
  type CreateTokenAnswer,
  type DeleteTokenAnswer,
  deletePhrase,
  freeRole,
  type LifetimeDays,
  lifetimesDays,
  maxKeyNameLength,
  type Overlap,
  overlaps,
  type RenameTokenAnswer,
  type RotateTokenRequest,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { useAuth } from '../session/auth-context.tsx';
import { ConfirmActions, PasswordField, PhraseField } from '../session/confirm-fields.tsx';
import { sendJson } from '../session/send.ts';
import { timeAgo } from '../time/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { createKey } from './context/api-keys.ts';
import { type KeyDialog, useKeys } from './context/keys-context.tsx';
import { KeyReady } from './first-call/key-ready.tsx';
import { findOpenRotation, RotationStatus } from './key-row.tsx';

export function KeyDialogs({ dialog }: { dialog: KeyDialog }) {
  const { apiKeys, isDialogOpen, closeDialog } = useKeys();
  const apiKey = dialog.kind === 'create' ? undefined : apiKeys.find(({ id }) => id === dialog.id);
  return (
    <DialogFrame open={isDialogOpen && (dialog.kind === 'create' || !!apiKey)} onClose={closeDialog}>
      {dialog.kind === 'create' && <CreateKey />}
      {apiKey && dialog.kind === 'rotate' && <RotateKey apiKey={apiKey} />}
      {apiKey && dialog.kind === 'revoke-old' && <EndSecret apiKey={apiKey} isOld />}
      {apiKey && dialog.kind === 'discard-new' && <EndSecret apiKey={apiKey} isOld={false} />}
      {apiKey && dialog.kind === 'delete' && <DeleteKey apiKey={apiKey} />}
    </DialogFrame>
  );
}

/** The name of a key that wasn't created because the session had ended. It stays in memory for the same user. */
let draft: { email: string; name: string } | undefined;

export const keepDraftName = (email: string, name: string) => {
  draft = { email, name };
};
export const forgetDraftName = () => {
  draft = undefined;
};
export const findDraftName = (email: string | undefined) =>
  draft?.email === email ? draft?.name : undefined;

/** Asks for a name, then shows the new key. */
function CreateKey() {
  const { saveSecret, describeError, closeDialog } = useKeys();
  const email = useAuth().user?.email;
  const [name, setName] = useState(() => findDraftName(email) ?? '');
  const [lifetime, setLifetime] = useState<LifetimeDays>();
  const [created, setCreated] = useState<CreatedApiToken>();

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const outcome = await createKey({
      name: name.trim(),
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) {
      if (outcome.code === 'not-signed-in' && email) keepDraftName(email, name);
      return describeError(outcome, showToast);
    }
    saveSecret(outcome.value.token);
    toast.success('Project and API key created successfully!');
    forgetDraftName();
    setCreated(outcome.value.token);
  });

  if (created) return <KeyReady apiKey={created} onDone={closeDialog} />;
  return (
    <>
      <DialogHeading title="Create an API key">Name it after the project that will use it.</DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Field
          label="Key name"
          autoComplete="off"
          maxLength={maxKeyNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={error}
          data-first
        />
        <Choices
          legend="Expires"
          name="lifetime"
          choices={lifetimeChoices}
          value={lifetime}
          onChange={setLifetime}
        />
        <Button type="submit" loading={busy} disabled={!name.trim()}>
          Create
        </Button>
      </form>
    </>
  );
}

const lifetimeChoices = [undefined, ...lifetimesDays].map((days) => ({
  value: days,
  words: days === undefined ? 'Never' : `${days} days`,
}));

const rotateKey = (id: string, body: RotateTokenRequest) =>
  sendJson<CreateTokenAnswer>('POST', calls.rotateToken(id), 'Failed to rotate API key', body);

const revokeOldSecret = (id: string) =>
  sendJson<RenameTokenAnswer>('POST', calls.revokeOldSecret(id), 'Failed to revoke the old secret', {});

const discardNewSecret = (id: string, password: string) =>
  sendJson<RenameTokenAnswer>('POST', calls.discardNewSecret(id), 'Failed to discard the new secret', {
    password,
  });

/** Asks for the overlap and the password, then shows the new secret. */
function RotateKey({ apiKey }: { apiKey: ApiToken }) {
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
  const { saveSecret, failChange, reload, closeDialog } = useKeys();
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const [password, setPassword] = useState('');
  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await rotateKey(apiKey.id, { overlap, password });
    if (outcome.ok) {
      saveSecret(outcome.value.token);
      onRotated(outcome.value.token);
      return;
    }
    // If the answer was lost, or another tab was first, the reloaded list has both secrets.
    if (outcome.status === 0 || outcome.code === 'rotation-open') reload();
    return failChange(outcome, apiKey);
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
        <ConfirmActions
          action="Rotate key"
          variant="primary"
          busy={busy}
          isReady={password !== ''}
          onCancel={closeDialog}
        />
      </form>
    </>
  );
}

/** Confirms revoking the old secret, or discarding the new one, which also needs the password. */
function EndSecret({ apiKey, isOld }: { apiKey: ApiToken; isOld: boolean }) {
  const { finishChange, reload, closeDialog } = useKeys();
  const [password, setPassword] = useState('');
  const isReady = isOld || password !== '';
  const [current, old] = apiKey.secrets;

  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await (isOld ? revokeOldSecret(apiKey.id) : discardNewSecret(apiKey.id, password));
    if (!outcome.ok && outcome.code === 'no-rotation') {
      // It was done in another tab, or the old secret expired meanwhile.
      reload();
      toast.info('This key already has only one secret');
    } else {
      const failure = finishChange(apiKey, outcome, isOld ? 'Old secret revoked' : 'New secret discarded');
      if (failure !== undefined) return failure;
    }
    closeDialog();
  });

  return (
    <>
      <DialogHeading title={isOld ? 'Revoke the old secret?' : 'Discard the new secret?'}>
        {isOld ? 'The old' : 'The new'} secret of <strong>{apiKey.name}</strong>{' '}
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
        {isOld && <FieldError>{error}</FieldError>}
      </form>
    </>
  );
}

function describeEnd(lastUsedAt: string | null | undefined, isOld: boolean): string {
  const rest = isOld ? 'Only the new secret will work.' : 'The old secret keeps working.';
  if (!lastUsedAt) return `${isOld ? 'was never used' : "hasn't been used yet"}. ${rest}`;
  const ago = timeAgo(new Date(lastUsedAt), new Date());
  return `was last used ${ago}. Apps that still use it stop working immediately. ${rest}`;
}

const deleteKey = (id: string) =>
  sendJson<DeleteTokenAnswer>('DELETE', calls.apiToken(id), 'Failed to delete API key');

function DeleteKey({ apiKey }: { apiKey: ApiToken }) {
  const { removeKey, failChange, closeDialog } = useKeys();
  const [typed, setTyped] = useState('');
  const phrase = deletePhrase(apiKey.name);

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const outcome = await deleteKey(apiKey.id);
    if (outcome.ok) {
      removeKey(apiKey);
      toast.success('API key deleted successfully!');
    } else {
      const failure = failChange(outcome, apiKey, showToast);
      if (failure !== undefined) return failure;
    }
    closeDialog();
  });

  return (
    <>
      <DialogHeading title="Delete this key?">
        Apps using <strong>{apiKey.name}</strong> stop working immediately. This can't be undone.
        {apiKey.roles.includes(allAccessRole) &&
          ' You also lose its all access: a new key starts as a free key.'}
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} error={error} />
        <ConfirmActions action="Delete" busy={busy} isReady={typed === phrase} onCancel={closeDialog} />
      </form>
    </>
  );
}
