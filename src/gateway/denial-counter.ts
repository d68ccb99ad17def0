import type { Logger } from 'pino';
import { cleanName } from '../accounts/names.ts';
import { type DenialCause, denialCauses } from '../keys/contract.ts';
import {
  addDenials,
  type DenialCount,
  dayOf,
  deleteDenialsBefore,
  listDenialRows,
} from '../keys/usage-store.ts';
import type { Db } from '../platform/database.ts';
import { dayMs } from '../time.ts';
import { BatchedWriter } from './batched-writer.ts';
import { otherEndpoint } from './endpoints.ts';

const rowsPerDayMax = 30;
/** What is told together needs a row for each cause. */
const namedRowsMax = rowsPerDayMax - denialCauses.length;
const batchMax = 200;
/** What is refused beyond that within half a second is not worth the memory. */
const countsMax = 10_000;
const detailLengthMax = 200;
const keepDays = 30;

/** Why calls with a key were refused, for its owner: counted in memory, written now and then. */
export class DenialCounter {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #writer: BatchedWriter;
  #counts = new Map<string, DenialCount>();

  constructor(options: { db: Db; now: () => number; log: Logger }) {
    this.#db = options.db;
    this.#now = options.now;
    const complaint = 'refusals wait for the database';
    this.#writer = new BatchedWriter({ write: () => this.#write(), complaint, log: options.log });
  }

  count(keyId: string, endpoint: string, refusal: { cause: DenialCause; detail: string }): void {
    const now = this.#now();
    this.#add({
      key_id: keyId,
      day: dayOf(now),
      endpoint,
      cause: refusal.cause,
      count: 1,
      first_at: now,
      last_at: now,
      detail: refusal.detail.slice(0, detailLengthMax),
    });
    this.#writer.due();
  }

  async write(): Promise<void> {
    await this.#writer.now();
  }

  async forgetOld(): Promise<void> {
    await deleteDenialsBefore(this.#db, dayOf(this.#now() - keepDays * dayMs));
  }

  #add(refusal: DenialCount): void {
    const id = placeOf(refusal);
    const known = this.#counts.get(id);
    if (known) Object.assign(known, merged(known, refusal));
    else if (this.#counts.size < countsMax) this.#counts.set(id, refusal);
  }

  async #write(): Promise<void> {
    // Cleaned here, where each is one of many that came.
    const counts = [...this.#counts.values()].map((each) => ({ ...each, detail: cleanName(each.detail) }));
    this.#counts = new Map();
    for (let start = 0; start < counts.length; start += batchMax) {
      try {
        await this.#writeBatch(counts.slice(start, start + batchMax));
      } catch (error) {
        for (const count of counts.slice(start)) this.#add(count);
        throw error;
      }
    }
  }

  /** Endpoints are told apart as long as there is room for the day; what comes later is told together. */
  async #writeBatch(batch: DenialCount[]): Promise<void> {
    const places = await listDenialRows(
      this.#db,
      [...new Set(batch.map(({ key_id }) => key_id))],
      [...new Set(batch.map(({ day }) => day))],
    );
    const taken = new Map<string, Set<string>>();
    const rowsOf = (each: Pick<DenialCount, 'key_id' | 'day'>) => {
      const id = `${each.key_id} ${each.day}`;
      const rows = taken.get(id) ?? new Set<string>();
      taken.set(id, rows);
      return rows;
    };
    for (const place of places) if (place.endpoint !== otherEndpoint) rowsOf(place).add(placeOf(place));
    const settled = new Map<string, DenialCount>();
    for (const refusal of batch) {
      const rows = rowsOf(refusal);
      const isNamed =
        refusal.endpoint !== otherEndpoint && (rows.has(placeOf(refusal)) || rows.size < namedRowsMax);
      if (isNamed) rows.add(placeOf(refusal));
      const placed = isNamed ? refusal : { ...refusal, endpoint: otherEndpoint };
      const known = settled.get(placeOf(placed));
      settled.set(placeOf(placed), known ? merged(known, placed) : placed);
    }
    await addDenials(this.#db, [...settled.values()]);
  }
}

const placeOf = (each: Pick<DenialCount, 'key_id' | 'day' | 'endpoint' | 'cause'>) =>
  `${each.key_id} ${each.day} ${each.cause} ${each.endpoint}`;

const merged = (one: DenialCount, other: DenialCount): DenialCount => ({
  ...one,
  count: one.count + other.count,
  first_at: Math.min(one.first_at, other.first_at),
  last_at: Math.max(one.last_at, other.last_at),
  detail: other.last_at >= one.last_at ? other.detail : one.detail,
});
