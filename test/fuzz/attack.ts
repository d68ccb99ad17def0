import fc from 'fast-check';
import { exchange, maxAnswerSeconds, type Outcome } from './exchange.ts';
import { toWire } from './request.ts';
import { hostileShot, type Shot, type Surface } from './requests.ts';
import { sweep } from './sweep.ts';
import type { TestCredentials } from './test-credentials.ts';

interface Attack {
  port: number;
  testCredentials: TestCredentials;
  surface: Surface;
  seconds: number;
  seed: number;
  /** The position of a failure in the seed's sequence, as its report names it. */
  path?: string | undefined;
}

export interface Tally {
  shots: number;
  /** The statuses of the responses, by route and operation. */
  byAim: Map<string, Set<number>>;
  statuses: Map<number | 'closed', number>;
  slowestMs: number;
}

const atOnce = 10;
const renewEvery = 5;

/** Sends the sweep and then random requests, a few at a time. Fails with the smallest request that shows a fault. */
export async function attack({
  port,
  testCredentials,
  surface,
  seconds,
  seed,
  path,
}: Attack): Promise<Tally> {
  const tally: Tally = { shots: 0, byAim: new Map(), statuses: new Map(), slowestMs: 0 };
  let rounds = 0;
  const send = async (shots: Shot[]) => {
    if (++rounds % renewEvery === 0) await testCredentials.renew();
    const outcomes = await Promise.all(
      shots.map(async (shot) => ({ shot, outcome: await exchange(port, wireOf(shot)) })),
    );
    for (const { shot, outcome } of outcomes) {
      count(tally, shot, outcome);
      const fault = faultOf(shot, outcome);
      if (fault) throw new Error(`${fault}\n${describe(shot, testCredentials)}`);
    }
  };
  if (path === undefined) for (const shots of inGroups(sweep(surface))) await send(shots);
  const shots = fc.array(hostileShot(surface), { minLength: 1, maxLength: atOnce, size: 'max' });
  await fc.assert(fc.asyncProperty(shots, send), {
    seed,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
    markInterruptAsFailure: false,
  });
  return tally;

  function wireOf(shot: Shot) {
    return 'bytes' in shot
      ? { bytes: Buffer.from(shot.bytes, 'latin1'), isWhole: false, isEndless: false }
      : toWire(shot, testCredentials);
  }
}

/** Nothing is broken or full in this test, so a server error is never the right answer. */
function faultOf(shot: Shot, outcome: Outcome): string | undefined {
  if (outcome.kind === 'silent') return `No answer within ${maxAnswerSeconds} s`;
  if (outcome.kind === 'closed') return isOwedAnAnswer(shot) ? 'Closed without an answer' : undefined;
  if (outcome.status >= 500) return `Status ${outcome.status}: ${outcome.body.slice(0, 300)}`;
  if (/this number: [0-9a-f]{24}|"code":-32603/.test(outcome.body))
    return `An internal error: ${outcome.body.slice(0, 300)}`;
  return undefined;
}

/** If a body exceeds the limit, the connection may be closed before the response is read. */
const isOwedAnAnswer = (shot: Shot) =>
  'aim' in shot &&
  !['too long', 'cut chunk'].includes(shot.framing) &&
  (shot.body?.text.length ?? 0) * (shot.body?.times ?? 0) < 32 * 1024;

function count(tally: Tally, shot: Shot, outcome: Outcome): void {
  tally.shots++;
  tally.slowestMs = Math.max(tally.slowestMs, outcome.milliseconds);
  const status = outcome.kind === 'answered' ? outcome.status : 'closed';
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  if (!('aim' in shot)) return;
  const seen = tally.byAim.get(shot.aim) ?? new Set();
  tally.byAim.set(shot.aim, seen);
  if (typeof status === 'number') seen.add(status);
}

function describe(shot: Shot, testCredentials: TestCredentials): string {
  const bytes = 'bytes' in shot ? Buffer.from(shot.bytes, 'latin1') : toWire(shot, testCredentials).bytes;
  return `As sent: ${JSON.stringify(bytes.subarray(0, 4000).toString('latin1'))}`;
}

function inGroups(shots: Shot[]): Shot[][] {
  return Array.from({ length: Math.ceil(shots.length / atOnce) }, (_, group) =>
    shots.slice(group * atOnce, (group + 1) * atOnce),
  );
}
