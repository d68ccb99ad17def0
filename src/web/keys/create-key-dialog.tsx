import { useState } from 'react';
import {
  type CreatedApiToken,
  type LifetimeDays,
  lifetimesDays,
  maxKeyNameLength,
} from '../../keys/contract.ts';
import { useAuth } from '../session/auth-context.tsx';
import type { Outcome } from '../session/outcome.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Field } from '../ui/field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { KeyReady } from './first-call/key-ready.tsx';
import { findUnsentName, forgetUnsentName, keepUnsentName } from './unsent-name.ts';

interface CreateKeyDialogProps {
  open: boolean;
  onClose: () => void;
  onCreate: (name: string, lifetime: LifetimeDays | undefined) => Promise<Outcome<CreatedApiToken>>;
}

/** Asks for a name, then becomes the key-ready dialog. */
export function CreateKeyDialog({ open, onClose, onCreate }: CreateKeyDialogProps) {
  return (
    <DialogFrame open={open} onClose={onClose}>
      <CreateKey onClose={onClose} onCreate={onCreate} />
    </DialogFrame>
  );
}

function CreateKey({ onClose, onCreate }: Omit<CreateKeyDialogProps, 'open'>) {
  const email = useAuth().user?.email;
  const [name, setName] = useState(() => findUnsentName(email) ?? '');
  const [lifetime, setLifetime] = useState<LifetimeDays>();
  const [error, setError] = useState<string>();
  const [created, setCreated] = useState<CreatedApiToken>();

  const { busy, submit } = useSubmit(async () => {
    if (!name.trim()) return;
    setError(undefined);
    const outcome = await onCreate(name.trim(), lifetime);
    if (!outcome.ok) {
      if (outcome.code === 'not-signed-in' && email) keepUnsentName(email, name);
      return setError(outcome.message);
    }
    forgetUnsentName();
    setCreated(outcome.value);
  });

  if (created) return <KeyReady apiKey={created} onDone={onClose} />;
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
