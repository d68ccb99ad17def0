import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { Cookie } from '../platform/http/cookies.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import {
  deleteDevice,
  deleteDevicesBefore,
  deleteOldestDevicesOf,
  findDevice,
  insertDevice,
  touchDevice,
} from './device-store.ts';

const daySeconds = 24 * 3600;
const idleDaysMax = 90;
/** Programs that sign in without keeping cookies leave a row each time. */
const devicesMax = 20;

/**
 * Browsers that have signed in to an account before, or have set its password. It signs nobody in: strangers'
 * guesses do not keep such a browser waiting, at this one account.
 */
export class Devices {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #cookie: Cookie;

  constructor(options: { db: Db; publicUrl: string; now: () => number }) {
    this.#db = options.db;
    this.#now = options.now;
    const { publicUrl } = options;
    this.#cookie = new Cookie({ name: 'device', ageSeconds: idleDaysMax * daySeconds, publicUrl });
  }

  /** The name under which a browser may be known, as far as it says so. */
  hashOf(request: FastifyRequest): string | undefined {
    const id = this.#cookie.find(request);
    return id && sha256(id);
  }

  /** Asks the same for an account that does not exist. */
  async isKnown(idHash: string, userId: string | undefined): Promise<boolean> {
    const seenAfter = this.#now() - idleDaysMax * daySeconds * 1000;
    return (await findDevice(this.#db, { idHash, userId: userId ?? '', seenAfter })) !== undefined;
  }

  /**
   * Within the transaction that proves whose account it is. The browser forgets the account that it knew before.
   * False when the account did not know it.
   */
  async remember(request: FastifyRequest, reply: FastifyReply, userId: string, db: Db): Promise<boolean> {
    const given = this.#cookie.find(request);
    const now = this.#now();
    if (given && (await touchDevice(db, sha256(given), userId, now))) {
      this.#cookie.set(reply, given);
      return true;
    }
    const id = randomSecret();
    if (given) await deleteDevice(db, sha256(given));
    await insertDevice(db, { id_hash: sha256(id), user_id: userId, created_at: now, seen_at: now });
    await deleteOldestDevicesOf(db, userId, devicesMax);
    this.#cookie.set(reply, id);
    return false;
  }

  async forgetOld(): Promise<void> {
    await deleteDevicesBefore(this.#db, this.#now() - idleDaysMax * daySeconds * 1000);
  }
}
