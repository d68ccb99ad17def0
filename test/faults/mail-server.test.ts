import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../src/urls.ts';
import { engineMissing } from '../helpers/database.ts';
import { eventually } from '../helpers/process.ts';
import { FaultEnvironment } from './fault-environment.ts';

const people = 40;
/** The limit for the median of forty responses. Other load may double it; waiting for mail would be a hundredfold. */
const maxRatio = 10;
/** A failed message is tried again after 5 s, 15 s and a minute. */
const maxArrivalSeconds = 120;

describe.skipIf(engineMissing)('a mail server', () => {
  let environment: FaultEnvironment;
  beforeAll(async () => {
    environment = await FaultEnvironment.open();
    await environment.start();
    await askForCodes(addressesOf('warm-up'));
  });
  afterAll(() => environment?.close());

  test('that is down delays no response, and waiting mail arrives later, once', async () => {
    const healthyMs = await askForCodes(addressesOf('before-down'));
    await environment.stopMailServer();
    const readers = addressesOf('down');
    const ms = await askForCodes(readers);
    await sleep(1000);
    await environment.startMailServer();
    await expectOneEach(readers);
    expectAsFast('down', ms, healthyMs);
  });

  test('that is slow delays no response, and each message is sent once', async () => {
    const healthyMs = await askForCodes(addressesOf('before-slow'));
    await environment.startMailServer({ beforeTaking: () => sleep(2000) });
    const readers = addressesOf('slow');
    const ms = await askForCodes(readers);
    await expectOneEach(readers);
    expectAsFast('slow', ms, healthyMs);
  });

  test('that rejects mail temporarily delays no response, and each message is accepted once afterwards', async () => {
    const healthyMs = await askForCodes(addressesOf('before-busy'));
    let isBusy = true;
    const beforeTaking = async () => {
      if (isBusy) throw Object.assign(new Error('Try again later'), { responseCode: 451 });
    };
    await environment.startMailServer({ beforeTaking });
    const readers = addressesOf('busy');
    const ms = await askForCodes(readers);
    isBusy = false;
    await expectOneEach(readers);
    expectAsFast('busy', ms, healthyMs);
  });

  test('that rejects some recipients for good delays no response, and the others get their mail', async () => {
    const healthyMs = await askForCodes(addressesOf('before-refused'));
    const readers = addressesOf('refused');
    const refused = readers.filter((_, index) => index % 2 === 0);
    await environment.startMailServer({ refused });
    const ms = await askForCodes(readers);
    await expectOneEach(readers.filter((reader) => !refused.includes(reader)));
    expectAsFast('refused', ms, healthyMs);
    // A message that was refused for good is not sent again, and nothing waits.
    await environment.startMailServer();
    const waiting = () =>
      environment.look(({ db }) =>
        db.selectFrom('mail_queue').selectAll().where('done_at', 'is', null).execute(),
      );
    await eventually(async () => (await waiting()).length === 0 || undefined, maxArrivalSeconds);
    expect(refused.flatMap(environment.mailsTo)).toEqual([]);
  });

  const addressesOf = (group: string) =>
    Array.from({ length: people }, (_, index) => `${group}-${index}@teapot.example`);

  /** Sends requests one after the other and returns the median time. */
  async function askForCodes(addresses: string[]): Promise<number> {
    const took: number[] = [];
    for (const email of addresses) {
      const browser = environment.browser();
      await browser.open();
      const startedAt = performance.now();
      expect((await browser.post(calls.sendVerificationCode, { email })).statusCode).toBe(200);
      took.push(performance.now() - startedAt);
    }
    return took.sort((one, other) => one - other)[Math.floor(took.length / 2)]!;
  }

  async function expectOneEach(addresses: string[]): Promise<void> {
    const counts = () => addresses.map((email) => environment.mailsTo(email).length);
    await eventually(() => counts().every((count) => count > 0) || undefined, maxArrivalSeconds);
    // A second copy would have arrived by then.
    await sleep(3000);
    expect(counts()).toEqual(addresses.map(() => 1));
  }

  function expectAsFast(server: string, ms: number, healthyMs: number): void {
    console.log(`${server}: ${ms.toFixed(1)} ms an answer, ${healthyMs.toFixed(1)} ms with a healthy server`);
    expect(ms / healthyMs).toBeLessThan(maxRatio);
  }
});
