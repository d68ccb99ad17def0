import { useRef, useState } from 'react';
import {
  type ApiToken,
  type CreatedApiToken,
  type Overlap,
  overlaps,
  type RotateTokenRequest,
} from '../../../keys/contract.ts';
import { ConfirmPassword } from '../../session/confirmation.tsx';
import type { Outcome } from '../../session/outcome.ts';
import { utcDay, utcTime } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
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
        <DialogHeading title="This key already has two secrets">
          Revoke the old one or discard the new one before you rotate again. If you didn't save the new
          secret, discard it: the old one keeps working.
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
        <strong>{apiKey.name}</strong> gets a new secret, shown once. The old one keeps working for a while,
        so nothing breaks.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Choices
          legend="The old secret works for another"
          name="overlap"
          choices={overlaps.map((each) => ({ value: each, words: overlapWords[each] }))}
          value={overlap}
          onChange={setOverlap}
        />
        <ConfirmPassword password={password} onType={setPassword} error={error} />
        <Button type="submit" loading={busy} disabled={!password}>
          Rotate
        </Button>
      </form>
    </>
  );
}

/** Nov 15, 14:05 UTC */
const whenOf = (time: string) => `${utcDay(new Date(time))}, ${utcTime(new Date(time))}`;
