import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { Cookie, type Visitors, visitorHash } from '../platform/http/visitor.ts';
import { recordEvent } from '../platform/log.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { dayMs, minuteMs } from '../time.ts';
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
/** Sessions of visitors who requested a code: anyone can create many, and they are useless after minutes. */
const maxAnonymousDays = 1;
/** Recording every request of a session would be a write for each page. */
const touchEveryMs = 10 * minuteMs;

export interface SignedIn {
  id: string;
  email: string;
  name: string;
}

/** Maps a browser's cookie to a person. Without its row, which can be deleted at any time, the cookie is worthless. */
export function createSessions({ db, now, visitors }: { db: Db; visitors: Visitors; now: () => number }) {
  async function find(request: FastifyRequest): Promise<SignedIn | undefined> {
    const idHash = visitorHash(request);
    const session = await findSession(db, idHash);
    if (!session || session.seen_at < now() - maxIdleDays * dayMs) return undefined;
    if (session.created_at < now() - maxAgeDays * dayMs) return undefined;
    if (session.seen_at < now() - touchEveryMs) await touchSession(db, idHash, now());
    return { id: session.user_id, email: session.email, name: session.name };
  }

  async function require(request: FastifyRequest): Promise<SignedIn> {
    const user = await find(request);
    if (!user) throw notSignedIn();
    return user;
  }

  /** Creates a row for a visitor who is not signed in yet, so that a code can belong to this browser. */
  async function startAnonymous(request: FastifyRequest): Promise<string> {
    const id_hash = visitorHash(request);
    await insertSession(db, { id_hash, user_id: null, created_at: now(), seen_at: now() });
    return id_hash;
  }

  /** The session gets a new id, so that one that was planted or observed is worthless. */
  async function start(request: FastifyRequest, reply: FastifyReply, userId: string, db: Db): Promise<void> {
    await deleteSession(db, visitorHash(request));
    visitors.renew(request, reply);
    await insertSession(db, {
      id_hash: visitorHash(request),
      user_id: userId,
      created_at: now(),
      seen_at: now(),
      browser: browserName(request.headers['user-agent']),
    });
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const user = await find(request);
    await deleteSession(db, visitorHash(request));
    visitors.renew(request, reply);
    if (user) recordEvent(request, { event: 'sign-out', outcome: 'ok', actor: user.id });
  }

  const forgetOld = () =>
    deleteSessionsBefore(db, {
      seenBefore: now() - maxIdleDays * dayMs,
      createdBefore: now() - maxAgeDays * dayMs,
      anonymousSeenBefore: now() - maxAnonymousDays * dayMs,
    });

  return { find, require, startAnonymous, start, end, forgetOld };
}

export type Sessions = ReturnType<typeof createSessions>;

const maxDeviceIdleMs = 90 * dayMs;
/** Programs that sign in without storing cookies leave a row each time. */
const maxDevices = 20;

/**
 * Browsers that have signed in to an account before, or have set its password. A device signs nobody in, but wrong
 * passwords from elsewhere do not delay it at this one account.
 */
export function createDevices({ db, publicUrl, now }: { db: Db; publicUrl: string; now: () => number }) {
  const cookie = new Cookie({ name: 'device', ageSeconds: maxDeviceIdleMs / 1000, publicUrl });

  function hashOf(request: FastifyRequest): string | undefined {
    const id = cookie.find(request);
    return id && sha256(id);
  }

  /** Runs the same query for an account that does not exist. */
  async function isKnown(idHash: string, userId = ''): Promise<boolean> {
    return (await findDevice(db, { idHash, userId, seenAfter: now() - maxDeviceIdleMs })) !== undefined;
  }

  /**
   * Belongs in the transaction that proves whose account it is. The browser forgets the account that it knew before.
   * Returns false if the account did not know the browser.
   */
  async function remember(request: FastifyRequest, reply: FastifyReply, userId: string, trx: Db) {
    const given = cookie.find(request);
    const at = now();
    if (given && (await touchDevice(trx, sha256(given), userId, at))) {
      cookie.set(reply, given);
      return true;
    }
    const id = randomSecret();
    if (given) await deleteDevice(trx, sha256(given));
    await insertDevice(trx, { id_hash: sha256(id), user_id: userId, created_at: at, seen_at: at });
    await deleteOldestDevicesOf(trx, userId, maxDevices);
    cookie.set(reply, id);
    return false;
  }

  const forgetOld = () => deleteDevicesBefore(db, now() - maxDeviceIdleMs);

  return { hashOf, isKnown, remember, forgetOld };
}

export type Devices = ReturnType<typeof createDevices>;

const maxBrowserNameLength = 60;

/** The first match counts, because most browsers also name the ones they descend from. */
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

/** Such as "Firefox on Windows". A program that is no browser gets the name that it sends. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(browsers);
  if (!browser) return /^[\w.-]+/.exec(text)?.[0].slice(0, maxBrowserNameLength) ?? 'An unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
