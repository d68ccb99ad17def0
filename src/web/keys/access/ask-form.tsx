import { useId, useState } from 'react';
import { type ApiToken, maxRequestTextLength } from '../../../keys/contract.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { askForAccess } from './calls.ts';

interface AskFormProps {
  apiKeys: ApiToken[];
  onSent: () => Promise<void>;
  onCancel: () => void;
}

export function AskForm({ apiKeys, onSent, onCancel }: AskFormProps) {
  const { sessionExpired } = useAuth();
  const id = useId();
  const [keyId, setKeyId] = useState(apiKeys[0]?.id ?? '');
  const [purpose, setPurpose] = useState('');
  const [volume, setVolume] = useState('');
  const [error, setError] = useState<string>();

  const { busy, submit } = useSubmit(async () => {
    if (purpose.trim() === '') return;
    setError(undefined);
    const outcome = await askForAccess({ key_id: keyId, purpose, volume });
    if (outcome.ok) {
      toast.success('Request sent');
      return onSent();
    }
    if (outcome.code === 'not-signed-in') sessionExpired();
    // Sent already, from another tab.
    if (outcome.code === 'request-open') await onSent();
    setError(outcome.message);
  });

  return (
    <form className="access-form" onSubmit={submit} noValidate>
      {apiKeys.length > 1 && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-key`}>
            For the key
          </label>
          <select
            id={`${id}-key`}
            className="field-input"
            value={keyId}
            onChange={(event) => setKeyId(event.target.value)}
          >
            {apiKeys.map((key) => (
              <option key={key.id} value={key.id}>
                {key.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-purpose`}>
          What do you want to build, and which endpoints does it need?
        </label>
        <textarea
          id={`${id}-purpose`}
          className="field-input access-purpose"
          rows={4}
          maxLength={maxRequestTextLength}
          value={purpose}
          onChange={(event) => setPurpose(event.target.value)}
          aria-describedby={`${id}-error`}
        />
        <p className="field-error" id={`${id}-error`} aria-live="polite">
          {error}
        </p>
      </div>
      <Field
        label="About how many requests an hour?"
        maxLength={maxRequestTextLength}
        value={volume}
        onChange={(event) => setVolume(event.target.value)}
      />
      <div className="access-acts">
        <Button type="submit" loading={busy} disabled={purpose.trim() === ''}>
          Send request
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
