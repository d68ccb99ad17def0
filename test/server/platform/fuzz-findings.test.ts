import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RateLimits } from '../../../src/platform/rate-limits.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { alertIn, openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

/** Each bug that random input has found has a test. */
describe.skipIf(engineMissing)('bugs found by random input', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test.each(['\0@teapot.example', 'some\0one@teapot.example', '\0'])(
    'signing in with a zero byte in the address is a wrong sign-in like any other: %j',
    async (email) => {
      const browser = await openBrowser(portal);
      const answer = await browser.signIn(email, goodPassword);
      expect(answer.statusCode).toBe(401);
      expect(alertIn(answer.body)).toBe('Invalid email or password');
    },
  );

  test('a client that has disconnected has no IP address, and that is not a server error', async () => {
    const { database, config, clock } = portal;
    const secrets = new Secrets(config.secretKeys);
    const limits = new RateLimits({ db: database.db, secrets, now: clock.now, networkFactor: 1 });
    const limit = { name: 'waves', max: 3, windowSeconds: 60, sentence: 'Too many waves.' };
    // Fastify gives undefined once the socket is closed, although the type says otherwise.
    const address = undefined as unknown as string;
    await expect(limits.takeForNetwork(limit, address)).rejects.toMatchObject({ status: 400 });
  });
});
