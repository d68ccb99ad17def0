import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { badRequest, tooManyRequests } from './errors.ts';
import type { Secrets } from './secrets.ts';

declare module './database.ts' {
  interface Tables {
    rate_limits: { bucket: string; used: number; resets_at: number };
  }
}

export interface Limit {
  name: string;
  max: number;
  windowSeconds: number;
  /** The first half of the sentence a person reads: "Too many sign-in attempts." */
  sentence: string;
}

/** Fixed windows counted in the database, so that a limit holds over every process. */
export class RateLimits {
  readonly #db: Db;
  readonly #secrets: Secrets;
  readonly #now: () => number;
  readonly #networkFactor: number;

  constructor(options: { db: Db; secrets: Secrets; now: () => number; networkFactor: number }) {
    this.#db = options.db;
    this.#secrets = options.secrets;
    this.#now = options.now;
    this.#networkFactor = options.networkFactor;
  }

  /** Counts one use for an e-mail, an account or a code; throws when that is one too many. */
  async take(limit: Limit, subject: string): Promise<void> {
    await this.#take(limit, subject, limit.max);
  }

  /**
   * Counts one use for a network address and for the networks around it, each of which may do twice as much as
   * the one within. What a narrow one refuses is not counted for its neighbours. Only these limits follow
   * RATE_LIMIT_FACTOR.
   */
  async takeForNetwork(limit: Limit, address: string | undefined): Promise<void> {
    // A client that has hung up meanwhile has none, and nothing is done for it.
    if (address === undefined) throw badRequest('The connection was closed before the request was served.');
    const max = Math.max(1, Math.round(limit.max * this.#networkFactor));
    for (const [level, network] of networksOf(address).entries())
      await this.#take(limit, network, max * 2 ** level);
  }

  /** Takes one use back: what it was counted for did not happen. */
  async giveBack(limit: Limit, subject: string): Promise<void> {
    await this.#db
      .updateTable('rate_limits')
      .set({ used: sql`used - 1` })
      .where('bucket', '=', this.#bucket(limit, subject))
      .where('used', '>', 0)
      .execute();
  }

  async #take(limit: Limit, subject: string, max: number): Promise<void> {
    const now = this.#now();
    const { rows } = await sql<{ used: number; resets_at: number }>`
      insert into rate_limits (bucket, used, resets_at)
      values (${this.#bucket(limit, subject)}, 1, ${now + limit.windowSeconds * 1000})
      on conflict (bucket) do update set
        used = case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end,
        resets_at = case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end
      returning used, resets_at`.execute(this.#db);
    const row = rows[0]!;
    if (row.used > max)
      throw tooManyRequests(Math.max(1, Math.ceil((row.resets_at - now) / 1000)), limit.sentence);
  }

  /** Addresses and e-mails are not kept in the clear. */
  #bucket(limit: Limit, subject: string): string {
    return `${limit.name}:${this.#secrets.sign('rate limits', subject)}`;
  }

  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('rate_limits').where('resets_at', '<', this.#now()).execute();
  }
}

/** One home has a /64 with more addresses than anyone could count, and is often given a /56 or a /48 of them. */
const ipv6PrefixBits = [64, 56, 48];

/** The networks that an address counts for, the narrowest first. An IPv4 address is one by itself. */
export function networksOf(address: string): string[] {
  if (!isIPv6(address)) return [address];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return [mapped[1]!];
  const groups = groupsOf(address);
  return ipv6PrefixBits.map((bits) => `${groups.map(within(bits)).slice(0, 4).join(':')}::/${bits}`);
}

/** The same from the widest network to the narrowest, as the groups of a fair queue. */
export const networkPath = (address: string): string[] => networksOf(address).reverse();

const groupBits = 16;

const within = (bits: number) => (group: number, index: number) => {
  const kept = Math.min(Math.max(bits - index * groupBits, 0), groupBits);
  return (group & (0xffff << (groupBits - kept))).toString(16);
};

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':');
    while (groups.length + end.length < 8) groups.push('0');
    groups.push(...end);
  }
  return groups.map((group) => Number.parseInt(group, 16));
}
