import type { Db } from '../../src/platform/database.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface Line {
  /** The round trip in ms. */
  roundTripMs: number;
  statements: number;
}

/** Delays each statement, and each transaction as a whole, by a round trip. */
export function farDatabase(db: Db, clock: VirtualClock, line: Line): Db {
  const travel = () => clock.sleep(line.roundTripMs / 2);
  const delayed = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      line.statements++;
      await clock.sleep(line.roundTripMs);
      return result;
    },
  });
  const transaction = () => ({
    async execute<T>(act: (trx: Db) => Promise<T>): Promise<T> {
      await travel();
      line.statements += statementsOfAdvance;
      const result = await db.transaction().execute(act);
      await travel();
      return result;
    },
  });
  return new Proxy(delayed, {
    get: (target, name) =>
      name === 'transaction' ? transaction : bound(target, Reflect.get(target, name, target)),
  });
}

/** A transaction has four round trips: begin, person, key, commit. */
const statementsOfAdvance = 4;

const bound = (target: Db, member: unknown) => (typeof member === 'function' ? member.bind(target) : member);
