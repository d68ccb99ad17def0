import './expiry-form.css';
import { useState } from 'react';
import {
  type ApiToken,
  type ChangeExpiryRequest,
  isUsable,
  type RenameTokenAnswer,
} from '../../../keys/contract.ts';
import { dayMs } from '../../../time.ts';
import { calls } from '../../../urls.ts';
import { PasswordField } from '../../session/confirm-fields.tsx';
import { sendJson } from '../../session/send.ts';
import { utcDate, utcTime } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useKeys } from '../context/keys-context.tsx';

/** The badge is yellow without an expiry date, red after it, green before it. */
export function expiryBadge(expiresAt: string | null, now: Date) {
  if (expiresAt === null) return { tone: 'warning', text: 'Never Expires' };
  return isUsable({ expires_at: expiresAt }, now)
    ? { tone: 'success', text: `Expires ${utcDate(expiresAt)}` }
    : { tone: 'danger', text: `Expired ${utcDate(expiresAt)}` };
}

const changeExpiry = (id: string, body: ChangeExpiryRequest) =>
  sendJson<RenameTokenAnswer>('PUT', calls.tokenExpiry(id), "The expiry date couldn't be changed", body);

export function ExpiryForm({ apiKey }: { apiKey: ApiToken }) {
  const { finishChange } = useKeys();
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  const { expires_at: current, expires_at_max: latest } = apiKey;
  // Days begin in UTC, like all times on the portal.
  const expiresAt = `${day}T00:00:00.000Z`;
  const isExtension = day !== '' && current !== null && expiresAt > current;

  const { busy, error, submit } = useSubmit(async () => {
    const sent = await changeExpiry(apiKey.id, { expires_at: expiresAt, ...(isExtension && { password }) });
    // Errors about the entered values are shown at their fields only.
    if (!sent.ok && sent.status === 422) return sent.message;
    const failure = finishChange(apiKey, sent, 'Expiry date updated');
    if (failure) return failure;
    setDay('');
    setPassword('');
  });

  if (current !== null && !isUsable(apiKey, new Date()))
    return <p>This key expired on {utcDate(current)} and can't be extended. Create a new key.</p>;
  return (
    <form className="expiry-form" onSubmit={submit} noValidate>
      <p>
        {current === null
          ? `This key never expires. Set an expiry date (up to ${utcDate(latest)}).`
          : `This key expires on ${utcDate(current)} at ${utcTime(new Date(current))}. You can change the date (up to ${utcDate(latest)}).`}
      </p>
      <Field
        label="Expiry date"
        type="date"
        min={new Date(Date.now() + dayMs).toISOString().slice(0, 10)}
        max={latest.slice(0, 10)}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={isExtension ? undefined : error}
      />
      {isExtension && (
        <PasswordField
          hint="Confirm it's you: a later date needs your password."
          value={password}
          onType={setPassword}
          error={error}
        />
      )}
      <div>
        <Button
          type="submit"
          variant="secondary"
          loading={busy}
          disabled={day === '' || (isExtension && password === '')}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
