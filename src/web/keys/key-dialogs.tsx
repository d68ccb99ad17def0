import { useRef, useState } from 'react';
import {
  type ApiToken,
  allAccessRole,
  type CreatedApiToken,
  type DeleteTokenAnswer,
  deletePhrase,
  freeRole,
  type LifetimeDays,
  lifetimesDays,
  maxKeyNameLength,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { useAuth } from '../session/auth-context.tsx';
import { ConfirmActions, PhraseField } from '../session/confirm-fields.tsx';
import { sendJson } from '../session/send.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { createKey } from './context/api-keys.ts';
import { type KeyDialog, useKeys } from './context/keys-context.tsx';
import { KeyReady } from './first-call/key-ready.tsx';
import { EndSecret, RotateKey } from './rotation/rotation-dialogs.tsx';

export function KeyDialogs({ dialog }: { dialog: KeyDialog }) {
  const { apiKeys, closeDialog } = useKeys();
  const apiKey = dialog.kind === 'create' ? undefined : apiKeys.find(({ id }) => id === dialog.id);
  // The text stays while the dialog closes, also if its key is gone.
  const shown = useRef(apiKey);
  if (apiKey && dialog.open) shown.current = apiKey;
  return (
    <DialogFrame open={dialog.open && (dialog.kind === 'create' || !!apiKey)} onClose={closeDialog}>
      {dialog.kind === 'create' && <CreateKey />}
      {dialog.kind === 'rotate' && shown.current && <RotateKey apiKey={shown.current} />}
      {dialog.kind === 'revoke-old' && shown.current && <EndSecret apiKey={shown.current} isOld />}
      {dialog.kind === 'discard-new' && shown.current && <EndSecret apiKey={shown.current} isOld={false} />}
      {dialog.kind === 'delete' && shown.current && <DeleteKey apiKey={shown.current} />}
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
  const { saveSecret, showError, closeDialog } = useKeys();
  const email = useAuth().user?.email;
  const [name, setName] = useState(() => findDraftName(email) ?? '');
  const [lifetime, setLifetime] = useState<LifetimeDays>();
  const [error, setError] = useState<string>();
  const [created, setCreated] = useState<CreatedApiToken>();

  const { busy, submit } = useSubmit(async () => {
    if (!name.trim()) return;
    setError(undefined);
    const outcome = await createKey({
      name: name.trim(),
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) {
      showError(outcome);
      if (outcome.code === 'not-signed-in' && email) keepDraftName(email, name);
      return setError(outcome.message);
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

const deleteKey = (id: string) =>
  sendJson<DeleteTokenAnswer>('DELETE', calls.apiToken(id), 'Failed to delete API key');

function DeleteKey({ apiKey }: { apiKey: ApiToken }) {
  const { removeKey, failChange, closeDialog } = useKeys();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const phrase = deletePhrase(apiKey.name);

  const { busy, submit } = useSubmit(async () => {
    if (typed !== phrase) return;
    setError(undefined);
    const outcome = await deleteKey(apiKey.id);
    if (outcome.ok) {
      removeKey(apiKey);
      toast.success('API key deleted successfully!');
      return closeDialog();
    }
    const failed = failChange(outcome, apiKey);
    if (failed.ok) closeDialog();
    else setError(failed.message);
  });

  return (
    <>
      <DialogHeading title="Delete this key?">
        Apps using <strong>{apiKey.name}</strong> stop working immediately. This can't be undone.
        {apiKey.roles.includes(allAccessRole) &&
          ' Its all access is lost too: a new key starts as a free key.'}
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} error={error} />
        <ConfirmActions action="Delete" busy={busy} isReady={typed === phrase} onCancel={closeDialog} />
      </form>
    </>
  );
}
