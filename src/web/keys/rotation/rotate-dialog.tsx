import { useRef, useState } from 'react';
import {
  type ApiToken,
  type CreatedApiToken,
  type Overlap,
  overlaps,
  type RotateTokenRequest,
} from '../../../keys/contract.ts';
import type { Outcome } from '../../session/outcome.ts';
import { utcDay, utcTime } from '../../time/time-words.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { KeyReady } from '../first-call/key-ready.tsx';
import { findOpenRotation } from './open-rotation.ts';
import { type RotationEnd, RotationStrip } from './rotation-strip.tsx';

interface RotateDialogProps {
  /** As the list has it now; without it the dialog closes. */
  apiKey: ApiToken | undefined;
  open: boolean;
  onClose: () => void;
  onRotate: (apiKey: ApiToken, asked: RotateTokenRequest) => Promise<Outcome<CreatedApiToken>>;
  onEnd: (apiKey: ApiToken, how: RotationEnd) => void;
}

/** Asks for the overlap and the password, then becomes the key-ready dialog. */
export function RotateDialog({ apiKey, open, ...rest }: RotateDialogProps) {
  // Its words stay while the dialog closes.
  const shown = useRef(apiKey);
  if (apiKey) shown.current = apiKey;
  return (
    <DialogFrame open={open && apiKey !== undefined} onClose={rest.onClose}>
      {shown.current && <Rotate {...rest} apiKey={shown.current} />}
    </DialogFrame>
  );
}

type RotateProps = Omit<RotateDialogProps, 'open' | 'apiKey'> & { apiKey: ApiToken };

function Rotate({ apiKey, onClose, onRotate, onEnd }: RotateProps) {
  const [rotated, setRotated] = useState<CreatedApiToken>();
  const open = findOpenRotation(rotated ?? apiKey, new Date());
  if (rotated) {
    return (
      <KeyReady
        apiKey={rotated}
        title="Your new secret is ready"
        more={open && `The old one works until ${whenOf(open.old.ends_at)}.`}
        onDone={onClose}
      />
    );
  }
  if (open) {
    return (
      <>
        <DialogHeading title="This key has two secrets already">
          A key is rotated again once it is back to one. If nobody has kept the new secret, discard it and
          rotate again: the old one goes on as if nothing had happened.
        </DialogHeading>
        <RotationStrip apiKey={apiKey} rotation={open} now={new Date()} onEnd={(how) => onEnd(apiKey, how)} />
      </>
    );
  }
  return <RotateForm apiKey={apiKey} onRotate={onRotate} onRotated={setRotated} />;
}

const overlapWords: Record<Overlap, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' };

interface RotateFormProps {
  apiKey: ApiToken;
  onRotate: RotateDialogProps['onRotate'];
  onRotated: (rotated: CreatedApiToken) => void;
}

function RotateForm({ apiKey, onRotate, onRotated }: RotateFormProps) {
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (!password) return;
    setError(undefined);
    const outcome = await onRotate(apiKey, { overlap, password });
    if (outcome.ok) onRotated(outcome.value);
    else setError(outcome.message);
  });

  return (
    <>
      <DialogHeading title="Rotate this key">
        <strong>{apiKey.name}</strong> gets a new secret, shown once. The old one goes on working for a while,
        so that no call fails meanwhile.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Choices
          legend="The old secret works for another"
          name="overlap"
          choices={overlaps.map((each) => ({ value: each, words: overlapWords[each] }))}
          value={overlap}
          onChange={setOverlap}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="Asked again, because a new secret is worth as much as the account."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
          data-first
        />
        <Button type="submit" loading={busy} disabled={!password}>
          Rotate
        </Button>
      </form>
    </>
  );
}

/** Nov 15, 14:05 UTC */
const whenOf = (time: string) => `${utcDay(new Date(time))}, ${utcTime(new Date(time))}`;
