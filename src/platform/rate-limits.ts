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
  /** The first sentence of the error, such as "Too many sign-in attempts." */
  sentence: string;
}

/** Fixed windows that are counted in the database, so that a limit applies to all processes together. */
export class RateLimits {
  readonly #options: { db: Db; secrets: Secrets; now: () => number; networkFactor: number };

  constructor(options: { db: Db; secrets: Secrets; now: () => number; networkFactor: number }) {
    this.#options = options;
  }

  /** Counts one use for an email address, an account or a code. Throws if the limit is exceeded. */
  async take(limit: Limit, subject: string): Promise<void> {
    await this.#take(limit, subject, limit.max);
  }

  /**
   * Counts one use for an IP address and for the networks around it, each of which may do twice as much as the one
   * within. A use that a narrow network exceeds is not counted for the wider ones. Only these limits follow
   * RATE_LIMIT_FACTOR.
   */
  async takeForNetwork(limit: Limit, address: string | undefined): Promise<void> {
    // A client that has disconnected has no address, and nothing is done for it.
    if (address === undefined) throw badRequest('The connection was closed before the request was served.');
    const max = Math.max(1, Math.round(limit.max * this.#options.networkFactor));
    for (const [level, network] of networksOf(address).entries())
      await this.#take(limit, network, max * 2 ** level);
  }

  /** Takes one use back if the action did not happen. */
  async giveBack(limit: Limit, subject: string): Promise<void> {
    await this.#options.db
      .updateTable('rate_limits')
      .set({ used: sql`used - 1` })
      .where('bucket', '=', this.#bucket(limit, subject))
      .where('used', '>', 0)
      .execute();
  }

  async #take(limit: Limit, subject: string, max: number): Promise<void> {
    const now = this.#options.now();
    const {
      rows: [row],
    } = await sql<{ used: number; resets_at: number }>`
      insert into rate_limits (bucket, used, resets_at)
      values (${this.#bucket(limit, subject)}, 1, ${now + limit.windowSeconds * 1000})
      on conflict (bucket) do update set
        used = case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end,
        resets_at = case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end
      returning used, resets_at`.execute(this.#options.db);
    if (row && row.used > max)
      throw tooManyRequests(Math.max(1, Math.ceil((row.resets_at - now) / 1000)), limit.sentence);
  }

  /** IP and email addresses are not stored in the clear. */
  #bucket(limit: Limit, subject: string): string {
    return `${limit.name}:${this.#options.secrets.sign('rate limits', subject)}`;
  }

  async forgetOld(): Promise<void> {
    const { db, now } = this.#options;
    await db.deleteFrom('rate_limits').where('resets_at', '<', now()).execute();
  }
}

/** One home has a whole /64 network, and often a /56 or a /48. They differ in what they keep of the fourth group. */
const ipv6Networks = [
  { bits: 64, mask: 0xffff },
  { bits: 56, mask: 0xff00 },
  { bits: 48, mask: 0 },
];

/** The networks that an address belongs to, the narrowest first. An IPv4 address is a network of its own. */
export function networksOf(address: string): string[] {
  if (!isIPv6(address)) return [address];
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return [mapped];
  const groups = groupsOf(address).slice(0, 4);
  return ipv6Networks.map(({ bits, mask }) => {
    const kept = groups.map((group, index) => (index === 3 ? group & mask : group).toString(16));
    return `${kept.join(':')}::/${bits}`;
  });
}

/** The same networks from the widest to the narrowest, as the groups of a fair queue. */
export const networkPath = (address: string): string[] => networksOf(address).reverse();

function groupsOf(address: string): number[] {
  const halves = address.replace(/%.*/, '').split('::');
  const [start = [], end = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
}
