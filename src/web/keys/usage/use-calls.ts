import type { ApiToken, CallsAnswer } from '../../../keys/contract.ts';
import { calls as addresses } from '../../../urls.ts';
import type { Outcome } from '../../session/outcome.ts';
import { getJson } from '../../session/send.ts';
import { useAnswer } from '../../session/use-answer.ts';
import type { Calls } from './usage-summary.ts';

/** Of each key, by its id. */
type CallsByKey = ReadonlyMap<string, Calls>;

/** Counted with every load of the list: on coming, and on coming back to the tab. */
export const useCalls = (apiKeys: ApiToken[], loadedAt: Date) =>
  useAnswer(() => listAllCalls(apiKeys), loadedAt);

async function listAllCalls(apiKeys: ApiToken[]): Promise<Outcome<CallsByKey>> {
  const outcomes = await Promise.all(apiKeys.map(({ id }) => listCalls(id)));
  const byKey = new Map<string, Calls>();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.ok) byKey.set(apiKeys[index]!.id, outcome.value.calls);
    // A key that was deleted meanwhile has no calls; the list will say so, too.
    else if (outcome.code !== 'not-found') return outcome;
  }
  return { ok: true, value: byKey };
}

const listCalls = (id: string): Promise<Outcome<CallsAnswer>> =>
  getJson(addresses.tokenUsage(id), 'The usage of your keys could not be loaded');
