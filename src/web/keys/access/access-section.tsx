import './access-section.css';
import { useCallback, useEffect, useState } from 'react';
import { type AccessRequest, type ApiToken, allAccessRole, isUsable } from '../../../keys/contract.ts';
import { useSite } from '../../router/router-context.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { AskForm } from './ask-form.tsx';
import { listRequests, withdrawRequest } from './calls.ts';

/** A free key reaches one endpoint; here a person asks for more, and reads the answer. */
export function AccessSection({ apiKeys }: { apiKeys: ApiToken[] }) {
  const { keys } = useSite();
  const { requests, reload } = useRequests(apiKeys);
  const [isAsking, setIsAsking] = useState(false);
  const free = apiKeys.filter((key) => !key.roles.includes(allAccessRole) && isUsable(key, new Date()));
  const open = requests?.find(({ state }) => state === 'open');
  if (!requests || (free.length === 0 && !open)) return null;

  async function finish() {
    setIsAsking(false);
    await reload();
  }
  return (
    <section className="keys-part access" aria-labelledby="all-access">
      <h2 id="all-access">All access</h2>
      {open ? (
        <OpenRequest request={open} keyName={nameOf(apiKeys, open)} onWithdrawn={reload} />
      ) : (
        <>
          <LastAnswer request={requests[0]} keyName={nameOf(apiKeys, requests[0])} />
          {isAsking ? (
            <AskForm apiKeys={free} onSent={finish} onCancel={() => setIsAsking(false)} />
          ) : (
            <>
              <p>
                A free key opens {keys.freeWords}. The data team opens every endpoint to a key that needs it.
              </p>
              <div>
                <Button variant="secondary" onClick={() => setIsAsking(true)}>
                  Ask for all access
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** Asked again when the keys change: a deleted key takes its request along. */
function useRequests(apiKeys: ApiToken[]) {
  const [requests, setRequests] = useState<AccessRequest[]>();
  const reload = useCallback(async () => {
    const outcome = await listRequests();
    // The page does without this part where it cannot be had.
    if (outcome.ok) setRequests(outcome.value.requests);
  }, []);
  const known = apiKeys.map(({ id, roles }) => `${id} ${roles}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other list of keys asks anew
  useEffect(() => void reload(), [reload, known]);
  return { requests, reload };
}

interface OpenRequestProps {
  request: AccessRequest;
  keyName: string;
  onWithdrawn: () => Promise<void>;
}

function OpenRequest({ request, keyName, onWithdrawn }: OpenRequestProps) {
  const { busy, submit } = useSubmit(async () => {
    const outcome = await withdrawRequest(request.id);
    if (outcome.ok) toast.success('Request withdrawn');
    // Answered meanwhile, or withdrawn elsewhere: the list says which.
    else if (outcome.code !== 'not-found') return void toast.error(outcome.message);
    await onWithdrawn();
  });
  return (
    <>
      <p>
        You asked for <strong>{keyName}</strong> on {request.created_at.slice(0, 10)}. The answer comes by
        mail, and stands here.
      </p>
      <blockquote className="access-words">{request.purpose}</blockquote>
      <div>
        <Button variant="secondary" loading={busy} onClick={() => void submit()}>
          Withdraw request
        </Button>
      </div>
    </>
  );
}

function LastAnswer({ request, keyName }: { request: AccessRequest | undefined; keyName: string }) {
  if (request?.state !== 'declined') return null;
  return (
    <>
      <p>
        Your request for <strong>{keyName}</strong> was declined on {request.answered_at?.slice(0, 10)}:
      </p>
      <blockquote className="access-words">{request.reason}</blockquote>
    </>
  );
}

const nameOf = (apiKeys: ApiToken[], request: AccessRequest | undefined) =>
  apiKeys.find(({ id }) => id === request?.key_id)?.name ?? 'a deleted key';
