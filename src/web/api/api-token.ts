import { type PlaygroundToken, playgroundTokenSeconds } from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import type { Outcome } from '../session/outcome.ts';
import { sendJson } from '../session/send.ts';
import { onUserChanged } from '../session/user-change.ts';
import type { ApiIdentity } from './identity.ts';

interface HeldToken {
  minting: Promise<Outcome<PlaygroundToken>>;
  /** By this machine's clock, counted from the question: its time may be another than the server's. */
  renewAtMs: number;
}

const renewAheadSeconds = 30;

/** By the address that hands them out. They live in memory alone, and go with the person. */
const held = new Map<string, HeldToken>();
onUserChanged(() => held.clear());

/** One that is good for half a minute at least. A caller that asks while one is on its way waits for that. */
export async function tokenFor(identity: ApiIdentity): Promise<Outcome<PlaygroundToken>> {
  const url = identity.kind === 'demo' ? calls.demoToken : calls.playgroundToken(identity.id);
  const known = held.get(url);
  if (known && Date.now() < known.renewAtMs) return known.minting;
  const minting = sendJson<PlaygroundToken>({
    method: 'POST',
    url,
    body: {},
    fallback: 'The API could not be called from this page. Please try again.',
  });
  const token = { minting, renewAtMs: Date.now() + (playgroundTokenSeconds - renewAheadSeconds) * 1000 };
  held.set(url, token);
  const outcome = await minting;
  // The next call tries again.
  if (!outcome.ok && held.get(url) === token) held.delete(url);
  return outcome;
}
