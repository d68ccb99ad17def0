import { KeyCache } from '../../src/gateway/key-cache.ts';
import { Quota } from '../../src/gateway/quota.ts';
import type { Db } from '../../src/platform/database.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { farDatabase, type Line } from './far-database.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Round trips between the database and five regions; the first region is next to it. */
const roundTripsMs = [1, 30, 80, 150, 250];

export interface Member {
  keys: KeyCache;
  quota: Quota;
  line: Line;
}

/** Simulated processes in several regions, each with the product's own key cache and quota. */
export function createFleet(
  count: number,
  { db, secrets, clock }: { db: Db; secrets: Secrets; clock: VirtualClock },
): Member[] {
  const log = createLog('fatal');
  return Array.from({ length: count }, (_, index) => {
    const line = { roundTripMs: roundTripsMs[index % roundTripsMs.length]!, statements: 0 };
    const far = farDatabase(db, clock, line);
    return {
      line,
      keys: new KeyCache({ db: far, secrets, log, monotonicMs: clock.now }),
      quota: new Quota({ db: far, secrets, processes: { count }, now: clock.now }),
    };
  });
}

/** Decides like the verifier, without comparing secrets: `late` if the key is known to be deleted. */
export async function ask({ keys, quota }: Member, clientId: string): Promise<'yes' | 'no' | 'over'> {
  const key = keys.findCached(clientId) ?? (await keys.find(clientId));
  if (!key) return 'no';
  const taken = await quota.take(key);
  if (!taken) return 'no';
  return taken.allowed ? 'yes' : 'over';
}
