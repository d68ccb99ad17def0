import './access-section.css';
import { Fragment, useId, useRef, useState } from 'react';
import {
  type AccessRequest,
  type AccessRequestsAnswer,
  type ApiToken,
  allAccessRole,
  isUsable,
  maxRequestTextLength,
  type NewAccessRequest,
  type NewAccessRequestAnswer,
  type WithdrawAnswer,
} from '../../../keys/contract.ts';
import { calls } from '../../../urls.ts';
import { DataTeamLink } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { getJson, sendJson } from '../../session/send.ts';
import { useFetched } from '../../session/use-fetched.tsx';
import { utcDate } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useKeys } from '../context/keys-context.tsx';

const listRequests = () =>
  getJson<AccessRequestsAnswer>(calls.accessRequests, "Your access requests couldn't be loaded.");

const notSent = "The request couldn't be sent. Check your connection and try again.";
const notWithdrawn = "The request couldn't be withdrawn. Check your connection and try again.";

/** Requests access to every endpoint for a free key, and shows the answer. Once a key has it, nothing is offered. */
export function AccessSection() {
  const { keys } = useSite();
  const { apiKeys, now } = useKeys();
  // Deleting a key withdraws its request, so each other list of keys needs the requests again.
  const version = apiKeys.map(({ id, roles }) => `${id} ${roles}`).join();
  const { state, reload } = useFetched(listRequests, version);
  const [isEditing, setIsEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The page works without this section if the requests can't be loaded.
  if (state.phase !== 'loaded') return null;
  const { requests } = state.value;
  const usable = apiKeys.filter((key) => isUsable(key, now));
  const free = usable.filter((key) => !key.roles.includes(allAccessRole));
  const withAccess = usable.filter((key) => key.roles.includes(allAccessRole));
  const open = requests.find((request) => request.state === 'open');
  if (usable.length === 0 && !open) return null;

  // The focused button is gone then, so the focus moves to the heading.
  function stopEditing() {
    setIsEditing(false);
    heading.current?.focus();
  }

  async function finish() {
    stopEditing();
    await reload();
  }
  return (
    <section className="keys-part access" aria-labelledby="all-access">
      <h2 id="all-access" ref={heading} tabIndex={-1}>
        All access
      </h2>
      {open && <OpenRequest request={open} onWithdrawn={finish} />}
      {!open && withAccess.length > 0 && (
        <>
          <p>
            {withAccess.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <strong>{name}</strong>
              </Fragment>
            ))}{' '}
            can call every endpoint{grantedWords(requests, withAccess)}.
          </p>
          {free.length > 0 && (
            <p className="access-more">
              Need it for another key? Write to <DataTeamLink>the data team</DataTeamLink>.
            </p>
          )}
        </>
      )}
      {!open && withAccess.length === 0 && <Declined request={requests[0]} />}
      {!open && withAccess.length === 0 && isEditing && (
        <RequestForm apiKeys={free} onSent={finish} onCancel={stopEditing} />
      )}
      {!open && withAccess.length === 0 && !isEditing && (
        <>
          <p>A free key includes {keys.freeWords}. Need more? Request access to every endpoint.</p>
          <div>
            <Button variant="secondary" onClick={() => setIsEditing(true)}>
              Request all access
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** ", granted on 18 Nov 2026" if one request is all there is to say about it. */
function grantedWords(requests: AccessRequest[], [apiKey, another]: ApiToken[]): string {
  const granted = requests.find(({ state, key_id }) => state === 'granted' && key_id === apiKey?.id);
  return granted?.answered_at && !another ? `, granted on ${utcDate(granted.answered_at)}` : '';
}

function OpenRequest({ request, onWithdrawn }: { request: AccessRequest; onWithdrawn: () => Promise<void> }) {
  const { errorMessage } = useAuth();
  const { busy, error, submit } = useSubmit(async () => {
    const outcome = await sendJson<WithdrawAnswer>('DELETE', calls.accessRequest(request.id), notWithdrawn);
    if (outcome.ok) toast.success('Request withdrawn');
    // If it was answered or withdrawn elsewhere, the reloaded list shows that.
    if (outcome.ok || outcome.code === 'not-found') await onWithdrawn();
    else return errorMessage(outcome);
  });
  return (
    <>
      <p>
        Requested for <KeyNameOf request={request} /> on {utcDate(request.created_at)}. We'll email you, and
        the answer will show here.
      </p>
      <blockquote className="access-words">{request.purpose}</blockquote>
      <div>
        <Button variant="secondary" loading={busy} onClick={() => void submit()}>
          Withdraw request
        </Button>
      </div>
      <FieldError>{error}</FieldError>
    </>
  );
}

function Declined({ request }: { request: AccessRequest | undefined }) {
  if (request?.state !== 'declined' || !request.answered_at) return null;
  return (
    <>
      <p>
        Your request for <KeyNameOf request={request} /> was declined on {utcDate(request.answered_at)}:
      </p>
      <blockquote className="access-words">{request.reason}</blockquote>
    </>
  );
}

function KeyNameOf({ request }: { request: AccessRequest }) {
  const apiKey = useKeys().apiKeys.find(({ id }) => id === request.key_id);
  return <strong>{apiKey?.name ?? 'a deleted key'}</strong>;
}

interface RequestFormProps {
  apiKeys: ApiToken[];
  onSent: () => Promise<void>;
  onCancel: () => void;
}

function RequestForm({ apiKeys, onSent, onCancel }: RequestFormProps) {
  const { errorMessage } = useAuth();
  const id = useId();
  const [keyId, setKeyId] = useState(apiKeys[0]?.id ?? '');
  const [purpose, setPurpose] = useState('');
  const [volume, setVolume] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    const body: NewAccessRequest = { key_id: keyId, purpose, volume };
    const outcome = await sendJson<NewAccessRequestAnswer>('POST', calls.accessRequests, notSent, body);
    if (outcome.ok) {
      toast.success('Request sent');
      await onSent();
      return;
    }
    // The request was already sent from another tab.
    if (outcome.code === 'request-open') await onSent();
    return errorMessage(outcome);
  });

  return (
    <form className="access-form" onSubmit={submit} noValidate>
      {apiKeys.length > 1 && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-key`}>
            Key
          </label>
          <select
            id={`${id}-key`}
            // biome-ignore lint/a11y/noAutofocus: the form replaces the button that was pressed
            autoFocus
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
          What are you building, and which endpoints do you need?
        </label>
        <textarea
          id={`${id}-purpose`}
          // biome-ignore lint/a11y/noAutofocus: the form replaces the button that was pressed
          autoFocus={apiKeys.length === 1}
          className="field-input access-purpose"
          rows={4}
          maxLength={maxRequestTextLength}
          value={purpose}
          onChange={(event) => setPurpose(event.target.value)}
          aria-describedby={`${id}-error`}
        />
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <Field
        label="About how many calls an hour?"
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
