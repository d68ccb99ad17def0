import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const hashing = vi.hoisted(() => ({
  /** The passwords that are being hashed, in the order in which they began. */
  begun: [] as string[],
  held: [] as (() => void)[],
}));

// Replaces Node's hash with one that takes no time, and that waits until a test releases it.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (_algorithm, { message, tagLength }, done) => {
    hashing.begun.push(String(message));
    hashing.held.push(() => done(null, Buffer.alloc(tagLength)));
  };
  return { ...crypto, argon2 };
});

// Two passwords are hashed at once, as on any machine with three cores or more.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  availableParallelism: () => 8,
}));

const flooder = '203.0.113.66';
const atOnce = 2;
const maxWaiting = 20;
/** A network may use the reserved slots this often. After that it counts as a flood. */
const newcomerTries = 5;
const maxNewcomers = 10;
const capacity = atOnce + newcomerTries + maxWaiting;

describe.skipIf(engineMissing)('password hashing', () => {
  let portal: TestPortal;
  let answered: { password: string; status: number; retryAfter: unknown }[];
  let pending: Promise<unknown>[];

  beforeEach(async () => {
    portal = await startPortal();
    answered = [];
    pending = [];
    hashing.begun.length = 0;
  });
  afterEach(async () => {
    await letGo();
    await portal.close();
  });

  /** Tries a wrong password for an address of its own. The password identifies the attempt. */
  async function guess(address: string, password: string): Promise<void> {
    const browser = await openBrowser(portal);
    browser.address = address;
    pending.push(
      browser.signIn(`${pending.length}@teapot.example`, password).then(({ statusCode, headers }) => {
        answered.push({ password, status: statusCode, retryAfter: headers['retry-after'] });
      }),
    );
  }

  /** Fills the queue until the first attempt is refused. */
  async function flood(count = capacity + 1, addressOf = (_index: number) => flooder): Promise<void> {
    for (let index = 0; index < count; index++) await guess(addressOf(index), `flood-${index}`);
    const turnedAway = count - capacity;
    await vi.waitFor(() => {
      expect([hashing.begun.length, answered.length]).toEqual([atOnce, turnedAway]);
    }, 10_000);
  }

  /** Releases this hash and all that follow, until every attempt is answered. */
  async function letGo(): Promise<void> {
    const all = Promise.all(pending).then(() => true);
    const tick = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
    while (!(await Promise.race([all, tick()]))) for (const go of hashing.held.splice(0)) go();
  }

  test('runs two at a time with a short queue, and answers 503 at once beyond it', async () => {
    await flood(capacity + 8);
    for (const answer of answered) expect(answer).toMatchObject({ status: 503, retryAfter: '5' });
    const inTurn: number[] = [];
    while (hashing.held.length > 0) {
      inTurn.push(hashing.held.length);
      const before = answered.length;
      const released = hashing.held.splice(0);
      for (const go of released) go();
      await vi.waitFor(() => expect(answered.length).toBe(before + released.length), 10_000);
    }
    expect(Math.max(...inTurn)).toBe(atOnce);
    expect(answered.filter(({ status }) => status === 401)).toHaveLength(capacity);
  });

  test('of a flood from one network lets another network in after at most three', async () => {
    await flood();
    await guess('198.51.100.9', 'somebody');
    await guess(flooder, 'flood');
    await vi.waitFor(() => expect(answered).toHaveLength(2), 10_000);
    await letGo();
    expect(hashing.begun.indexOf('somebody')).toBeLessThanOrEqual(atOnce + 3);
    expect(answered.find(({ password }) => password === 'somebody')?.status).toBe(401);
  });

  test('counts all /64 networks of an IPv6 /48 as one', async () => {
    await flood(undefined, (index) => `2001:db8:1:${index.toString(16)}00::1`);
    await guess('2001:db8:2::1', 'somebody');
    await guess('2001:db8:1:ff00::1', 'flood');
    await vi.waitFor(() => expect(answered).toHaveLength(2), 10_000);
    await letGo();
    expect(hashing.begun.indexOf('somebody')).toBeLessThanOrEqual(atOnce + 3);
  });

  test('of a flood from many networks leaves room for a new browser, even if it mistypes', async () => {
    const networks = Array.from({ length: 40 }, (_, index) => `203.0.113.${index}`);
    for (let round = 0; round <= newcomerTries; round++)
      for (const address of networks) await guess(address, 'storm');
    const inRounds = (newcomerTries + 1) * networks.length;
    const slots = atOnce + maxNewcomers + maxWaiting;
    await vi.waitFor(() => expect(answered).toHaveLength(inRounds - slots), 10_000);

    let turns = 0;
    /** Finishes one hash. The flood takes every slot that becomes free. */
    async function turn(): Promise<void> {
      const before = answered.length;
      for (const from of [0, 1]) await guess(networks[(2 * turns + from) % networks.length]!, 'storm');
      await vi.waitFor(() => expect(answered.length).toBeGreaterThan(before), 10_000);
      hashing.held.shift()?.();
      await vi.waitFor(() => expect(hashing.held).toHaveLength(atOnce), 10_000);
      turns++;
    }
    // The reserved slots must be free again first: the flood began on new networks.
    while (turns < 2 * maxNewcomers) await turn();
    for (let tries = 1; tries <= newcomerTries; tries++) {
      const password = `new-network-${tries}`;
      await guess('198.51.100.9', password);
      const began = turns;
      while (!answered.some((answer) => answer.password === password)) await turn();
      expect(answered.find((answer) => answer.password === password)).toMatchObject({ status: 401 });
      expect(turns - began).toBeLessThanOrEqual(atOnce + 3);
    }
  });

  test('gives priority to a browser that the account knows, and to no other', async () => {
    const email = 'nimbo@teapot.example';
    const signedUp = portal.signUp(email);
    pending.push(signedUp);
    await letGo();
    hashing.begun.length = 0;
    const owner = await signedUp;
    await flood();
    owner.address = flooder;
    const known = owner.signIn(email, 'known');
    pending.push(known);
    owner.cookies.delete('device');
    const outsider = await owner.signIn('alto@teapot.example', 'unknown');
    expect(outsider.statusCode).toBe(503);
    await letGo();
    expect((await known).statusCode).toBe(302);
    expect(hashing.begun.indexOf('known')).toBeLessThan(maxWaiting / 2);
    expect(hashing.begun).not.toContain('unknown');
  });

  test('that got 503 does not count as a wrong password', async () => {
    await flood();
    const browser = await openBrowser(portal);
    browser.address = flooder;
    for (let count = 0; count < 6; count++)
      expect((await browser.signIn('nimbo@teapot.example', 'x')).statusCode).toBe(503);
  });
});
