import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { Cookie, type Visitors, visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import {
  deleteDevice,
  deleteDevicesBefore,
  deleteOldestDevicesOf,
  deleteSession,
  deleteSessionsBefore,
  findDevice,
  findSession,
  insertDevice,
  insertSession,
  touchDevice,
  touchSession,
} from './session-store.ts';

const maxIdleDays = 30;
const maxAgeDays = 90;
/** Of a visitor who has asked for a code: it is worth nothing after minutes, and strangers can make many. */
const maxAnonymousDays = 1;
/** Writing down every sight of a session would be a write for each page. */
const touchEveryMs = 10 * 60 * 1000;

export interface SignedIn {
  id: string;
  email: string;
  name: string;
}

/** Who a browser is signed in as. The row can be taken away at any time; the cookie alone is worth nothing. */
export class Sessions {
  readonly #db: Db;
  readonly #visitors: Visitors;
  readonly #now: () => number;

  constructor(options: { db: Db; visitors: Visitors; now: () => number }) {
    this.#db = options.db;
    this.#visitors = options.visitors;
    this.#now = options.now;
  }

  async find(request: FastifyRequest): Promise<SignedIn | undefined> {
    const idHash = visitorHash(request);
    const session = await findSession(this.#db, idHash);
    const now = this.#now();
    if (
      !session ||
      session.seen_at < now - maxIdleDays * dayMs ||
      session.created_at < now - maxAgeDays * dayMs
    )
      return undefined;
    if (session.seen_at < now - touchEveryMs) await touchSession(this.#db, idHash, now);
    return { id: session.user_id, email: session.email, name: session.name };
  }

  async require(request: FastifyRequest): Promise<SignedIn> {
    const user = await this.find(request);
    if (!user) throw notSignedIn();
    return user;
  }

  /** A row for someone who is not signed in yet, so that a code can be tied to this browser. */
  async startAnonymous(request: FastifyRequest): Promise<string> {
    const idHash = visitorHash(request);
    await insertSession(this.#db, {
      id_hash: idHash,
      user_id: null,
      created_at: this.#now(),
      seen_at: this.#now(),
    });
    return idHash;
  }

  /** Under a new id: an old one that was planted or seen is worth nothing. */
  async start(request: FastifyRequest, reply: FastifyReply, userId: string, db = this.#db): Promise<void> {
    await deleteSession(db, visitorHash(request));
    this.#visitors.renew(request, reply);
    await insertSession(db, {
      id_hash: visitorHash(request),
      user_id: userId,
      created_at: this.#now(),
      seen_at: this.#now(),
      browser: browserName(request.headers['user-agent']),
    });
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const user = await this.find(request);
    await deleteSession(this.#db, visitorHash(request));
    this.#visitors.renew(request, reply);
    if (user) recordEvent(request, { event: 'sign-out', outcome: 'ok', actor: user.id });
  }

  async forgetOld(): Promise<void> {
    const now = this.#now();
    await deleteSessionsBefore(this.#db, {
      seenBefore: now - maxIdleDays * dayMs,
      createdBefore: now - maxAgeDays * dayMs,
      nobodySeenBefore: now - maxAnonymousDays * dayMs,
    });
  }
}

const daySeconds = 24 * 3600;
const maxDeviceIdleDays = 90;
/** Programs that sign in without keeping cookies leave a row each time. */
const maxDevices = 20;

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
    this.#cookie = new Cookie({ name: 'device', ageSeconds: maxDeviceIdleDays * daySeconds, publicUrl });
  }

  /** The name under which a browser may be known, as far as it says so. */
  hashOf(request: FastifyRequest): string | undefined {
    const id = this.#cookie.find(request);
    return id && sha256(id);
  }

  /** Asks the same for an account that does not exist. */
  async isKnown(idHash: string, userId: string | undefined): Promise<boolean> {
    const seenAfter = this.#now() - maxDeviceIdleDays * daySeconds * 1000;
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
    await deleteOldestDevicesOf(db, userId, maxDevices);
    this.#cookie.set(reply, id);
    return false;
  }

  async forgetOld(): Promise<void> {
    await deleteDevicesBefore(this.#db, this.#now() - maxDeviceIdleDays * daySeconds * 1000);
  }
}

const maxNameLength = 60;

/** The first that fits: most browsers name those they descend from as well. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** In words that a person knows it by: "Firefox on Windows". What is no browser is called by the name it gives itself. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const nameIn = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1];
  const browser = nameIn(browsers);
  if (!browser) return /^[\w.-]+/.exec(text)?.[0].slice(0, maxNameLength) ?? 'An unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
