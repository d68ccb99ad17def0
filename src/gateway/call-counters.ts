import { setImmediate as nextTick } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cleanName } from '../accounts/names.ts';
import { type CallVerdict, type DenialCause, denialCauses } from '../keys/contract.ts';
import { isActiveSecret } from '../keys/key-secrets.ts';
import { writeSecretUse } from '../keys/store.ts';
import {
  addCalls,
  addDenials,
  type CallCount,
  type DenialCount,
  dayOf,
  deleteDenialsBefore,
  deleteUsageBefore,
  listDenialRows,
} from '../keys/usage-store.ts';
import type { Db } from '../platform/database.ts';
import { dayMs } from '../time.ts';
import { otherEndpoint } from './endpoints.ts';
import type { CachedKey, CachedSecret } from './key-cache.ts';

const maxCallBatch = 500;
/** Sorting a hundred thousand counts at once would block the thread for a tenth of a second. */
const maxSorted = 20 * maxCallBatch;
/** The database is shared, so each process bounds its rows. A key that is used again meanwhile stays one row. */
const maxRowsPerSecond = 2000;
const maxPauseMs = 60_000;
const callRetentionDays = 90;
const lanes = 16;

interface CounterOptions {
  db: Db;
  now: () => number;
  log: Logger;
}

/** Counts calls by day, endpoint and verdict and, while a key has two secrets, records when each was last used. */
export function createUsageCounter({ db, now, log }: CounterOptions) {
  /** Processes write to the rows of different lanes, because writers of the same row wait for each other. */
  const lane = Math.floor(Math.random() * lanes);
  /** Counts that are not written yet, by key id. Most keys call few endpoints, so each list is short. */
  let countsByKey = new Map<string, CallCount[]>();
  let secretUses = new Map<string, { keyId: string; secretId: string; at: number }>();
  /** After many rows the next write waits longer. */
  let pauseMs = 0;
  let today = { startedAt: Number.NaN, text: '' };
  const { schedule, flush } = createBatchedWriter({
    write,
    warning: 'usage counts wait for the database',
    log,
  });

  function count(keyId: string, endpoint: string, verdict: CallVerdict): void {
    const at = now();
    add({ key_id: keyId, day: dayAt(at), endpoint, verdict, writer: lane, requests: 1, last_at: at });
    schedule(pauseMs);
  }

  /** The text is remembered, because making it takes as long as the rest of counting a call. */
  function dayAt(at: number): string {
    const startedAt = at - (at % dayMs);
    if (today.startedAt !== startedAt) today = { startedAt, text: dayOf(at) };
    return today.text;
  }

  /** A key with one secret needs no record: the last use of the key is that of its secret. */
  function countSecretUse(key: CachedKey, secret: CachedSecret): void {
    const at = now();
    if (!key.oldSecret || !isActiveSecret(key.oldSecret, at)) return;
    secretUses.set(`${key.id} ${secret.id}`, { keyId: key.id, secretId: secret.id, at });
  }

  function add(added: CallCount): void {
    const counts = countsByKey.get(added.key_id);
    const known = counts?.find((count) => compareRows(count, added) === 0);
    if (known) {
      known.requests += added.requests;
      known.last_at = Math.max(known.last_at, added.last_at);
    } else if (counts) counts.push(added);
    else countsByKey.set(added.key_id, [added]);
  }

  async function write(): Promise<void> {
    const pending = [...countsByKey.values()].flat();
    countsByKey = new Map();
    pauseMs = Math.min(maxPauseMs, (pending.length / maxRowsPerSecond) * 1000);
    await writeInBatches(pending, { size: maxCallBatch, putBack: add }, async (start) => {
      if (start > 0) await nextTick();
      if (start % maxSorted === 0) sortFrom(pending, start);
      await addCalls(db, pending.slice(start, start + maxCallBatch));
    });
    const uses = secretUses;
    secretUses = new Map();
    for (const use of uses.values()) await writeSecretUse(db, use);
  }

  const forgetOld = () => deleteUsageBefore(db, dayOf(now() - callRetentionDays * dayMs));

  return { count, countSecretUse, flush, forgetOld };
}

export type UsageCounter = ReturnType<typeof createUsageCounter>;

/** Sorted rows of one batch are neighbours. Without it each batch would write to the pages of all rows. */
function sortFrom(counts: CallCount[], start: number): void {
  const sorted = counts.slice(start, start + maxSorted).sort(compareRows);
  for (const [index, count] of sorted.entries()) counts[start + index] = count;
}

const compareRows = (one: CallCount, other: CallCount) =>
  compareText(one.key_id, other.key_id) ||
  compareText(one.endpoint, other.endpoint) ||
  compareText(one.verdict, other.verdict) ||
  compareText(one.day, other.day);

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

const maxRowsPerDay = 30;
/** One row of each cause is reserved for the endpoints that get no row of their own. */
const maxNamedRows = maxRowsPerDay - denialCauses.length;
const maxDenialBatch = 200;
/** More denials than these within half a second are not worth the memory. */
const maxCounts = 10_000;
const maxDetailLength = 200;
const denialRetentionDays = 30;

/** Counts why calls with a key were denied, for the owner of the key. */
export function createDenialCounter({ db, now, log }: CounterOptions) {
  let denials = new Map<string, DenialCount>();
  const { schedule, flush } = createBatchedWriter({
    write,
    warning: 'denial counts wait for the database',
    log,
  });

  function count(keyId: string, endpoint: string, denial: { cause: DenialCause; detail: string }): void {
    const at = now();
    const detail = denial.detail.slice(0, maxDetailLength);
    const row = { key_id: keyId, day: dayOf(at), endpoint, cause: denial.cause, detail };
    add({ ...row, count: 1, first_at: at, last_at: at });
    schedule();
  }

  function add(denial: DenialCount): void {
    const id = rowId(denial);
    const known = denials.get(id);
    if (known) Object.assign(known, merge(known, denial));
    else if (denials.size < maxCounts) denials.set(id, denial);
  }

  async function write(): Promise<void> {
    // Details are cleaned here, once for many equal denials.
    const counts = [...denials.values()].map((each) => ({ ...each, detail: cleanName(each.detail) }));
    denials = new Map();
    await writeInBatches(counts, { size: maxDenialBatch, putBack: add }, (start) =>
      writeBatch(counts.slice(start, start + maxDenialBatch)),
    );
  }

  /** Each endpoint has its own row until the day's rows are used up. Later ones are counted together. */
  async function writeBatch(batch: DenialCount[]): Promise<void> {
    const stored = await listDenialRows(
      db,
      [...new Set(batch.map(({ key_id }) => key_id))],
      [...new Set(batch.map(({ day }) => day))],
    );
    const rowsByDay = new Map<string, Set<string>>();
    const rowsOf = ({ key_id, day }: Pick<DenialCount, 'key_id' | 'day'>) => {
      const rows = rowsByDay.get(`${key_id} ${day}`) ?? new Set<string>();
      rowsByDay.set(`${key_id} ${day}`, rows);
      return rows;
    };
    for (const row of stored) if (row.endpoint !== otherEndpoint) rowsOf(row).add(rowId(row));
    const merged = new Map<string, DenialCount>();
    for (const denial of batch) {
      const rows = rowsOf(denial);
      const isNamed =
        denial.endpoint !== otherEndpoint && (rows.has(rowId(denial)) || rows.size < maxNamedRows);
      if (isNamed) rows.add(rowId(denial));
      const row = isNamed ? denial : { ...denial, endpoint: otherEndpoint };
      const known = merged.get(rowId(row));
      merged.set(rowId(row), known ? merge(known, row) : row);
    }
    await addDenials(db, [...merged.values()]);
  }

  const forgetOld = () => deleteDenialsBefore(db, dayOf(now() - denialRetentionDays * dayMs));

  return { count, flush, forgetOld };
}

export type DenialCounter = ReturnType<typeof createDenialCounter>;

const rowId = (each: Pick<DenialCount, 'key_id' | 'day' | 'endpoint' | 'cause'>) =>
  `${each.key_id} ${each.day} ${each.cause} ${each.endpoint}`;

const merge = (one: DenialCount, other: DenialCount): DenialCount => ({
  ...one,
  count: one.count + other.count,
  first_at: Math.min(one.first_at, other.first_at),
  last_at: Math.max(one.last_at, other.last_at),
  detail: other.last_at >= one.last_at ? other.detail : one.detail,
});

const writeAfterMs = 500;
const retryAfterMs = 2000;

interface BatchedWriterOptions {
  /** Writes everything that is pending. If it fails, it keeps the rest for the next time and throws. */
  write: () => Promise<void>;
  warning: string;
  log: Logger;
}

/** Writes counts from memory now and then, so that no request waits for the database. A crash loses the last ones. */
function createBatchedWriter({ write, warning, log }: BatchedWriterOptions) {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function schedule(afterMs = 0): void {
    timer ??= flushAfter(Math.max(writeAfterMs, afterMs));
  }

  /** Writes run one after the other, because a failed one puts its counts back. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(write);
    await writing;
  }

  const flushAfter = (ms: number) =>
    setTimeout(() => {
      flush().catch((error: unknown) => {
        log.warn({ err: error }, warning);
        // A call to `schedule` during the write may have set a later time.
        clearTimeout(timer);
        timer = flushAfter(retryAfterMs);
      });
    }, ms);

  return { schedule, flush };
}

/** If a batch fails, it and those after it are counted again. */
async function writeInBatches<Count>(
  counts: Count[],
  { size, putBack }: { size: number; putBack: (count: Count) => void },
  write: (start: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < counts.length; start += size) {
    try {
      await write(start);
    } catch (error) {
      counts.slice(start).forEach(putBack);
      throw error;
    }
  }
}
