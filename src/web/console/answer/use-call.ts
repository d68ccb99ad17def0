import { useEffect, useRef, useState } from 'react';
import type { ApiName, Sandbox } from '../../../content/contract.ts';
import type { ApiRequest, Values } from '../../../content/requests/request.ts';
import { apiSentence } from '../../api/ask-api.ts';
import type { ApiAnswer, ApiOutcome, FetchOptions } from '../../api/fetch-answer.ts';
import type { ApiQuota } from '../../api/quota.ts';

interface Asked {
  request: ApiRequest;
  values: Values;
}

export type CallState =
  | { phase: 'idle' }
  | { phase: 'calling'; bytes: number }
  /** `refusal` is the API's own sentence, where it refused. */
  | ({ phase: 'answered'; answer: ApiAnswer; refusal: string | undefined; askedAt: string } & Asked)
  | { phase: 'failed'; message: string; code: string | undefined; request: ApiRequest };

/** One call at a time; a new one, or the person, ends the one before. */
export function useCall(api: ApiName, sandbox: Sandbox) {
  const [state, setState] = useState<CallState>({ phase: 'idle' });
  const [quota, setQuota] = useState<ApiQuota>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function start(asked: Asked, call: (options: FetchOptions) => Promise<ApiOutcome>): Promise<void> {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    setState({ phase: 'calling', bytes: 0 });
    const askedAt = new Date().toISOString();
    const outcome = await call({
      signal: mine.signal,
      onBytes: (bytes) => current.current === mine && setState({ phase: 'calling', bytes }),
    });
    if (current.current !== mine) return;
    if (!outcome.ok) {
      const { message, code } = outcome;
      return setState({ phase: 'failed', message, code, request: asked.request });
    }
    const answer = outcome.value;
    if (answer.quota) setQuota(answer.quota);
    const refusal = answer.status < 400 ? undefined : apiSentence(answer.body, api, sandbox);
    setState({ phase: 'answered', answer, refusal, askedAt, ...asked });
  }

  return { state, quota, start, stop: () => current.current?.abort() };
}
