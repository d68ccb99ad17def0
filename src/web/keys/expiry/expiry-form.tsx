import './expiry-form.css';
import { useState } from 'react';
import { type ApiToken, type ChangeExpiryRequest, isUsable } from '../../../keys/contract.ts';
import { dayMs } from '../../../time.ts';
import type { Outcome } from '../../session/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

interface ExpiryFormProps {
  apiKey: ApiToken;
  onExpire: (asked: ChangeExpiryRequest) => Promise<Outcome>;
}

/** When a key ends, as far as its owner may say. */
export function ExpiryForm({ apiKey, onExpire }: ExpiryFormProps) {
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const current = apiKey.expires_at;
  const isLater = current !== null && endOf(day) > current;

  const { busy, submit } = useSubmit(async () => {
    if (day === '') return;
    setError(undefined);
    const outcome = await onExpire({ expires_at: endOf(day), ...(isLater && { password }) });
    if (!outcome.ok) return setError(outcome.message);
    setDay('');
    setPassword('');
  });

  if (!isUsable(apiKey, new Date()))
    return <p>This key expired on {current?.slice(0, 10)} and stays so. Make a new one.</p>;
  return (
    <form className="expiry-form" onSubmit={submit} noValidate>
      <p>
        {current === null
          ? 'This key has no end.'
          : `This key works until ${current.slice(0, 16).replace('T', ' at ')} UTC.`}{' '}
        The latest end you can choose is {apiKey.expires_at_max.slice(0, 10)}.
      </p>
      <Field
        label="New end"
        type="date"
        min={dayOf(new Date(Date.now() + dayMs))}
        max={apiKey.expires_at_max.slice(0, 10)}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={isLater ? undefined : error}
      />
      {isLater && (
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="A later end needs your password."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      )}
      <div>
        <Button
          type="submit"
          variant="secondary"
          loading={busy}
          disabled={day === '' || (isLater && password === '')}
        >
          Change end
        </Button>
      </div>
    </form>
  );
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Days begin and end in UTC, like every time the portal shows. */
const endOf = (day: string) => (day === '' ? '' : `${day}T00:00:00.000Z`);
