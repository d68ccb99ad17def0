import { afterEach, describe, expect, test } from 'vitest';
import { ready } from '../../src/urls.ts';
import { engine, engineMissing, freshDatabase } from '../helpers/database.ts';
import { goodPassword } from '../helpers/portal.ts';
import { type PortalProcess, spawnPortalProcess, untilAnswering } from '../helpers/process.ts';
import { browserAt } from '../helpers/remote-browser.ts';
import { FaultEnvironment } from './fault-environment.ts';
import { brokenInvariants } from './invariants.ts';
import { faultRounds } from './run-length.ts';
import { describeSchema } from './schema.ts';
import { SignUpClient } from './sign-up-client.ts';

const times = Math.min(faultRounds, 5);

describe.skipIf(engineMissing)(
  `two processes that start at once on an empty database, ${times} times`,
  () => {
    let environment: FaultEnvironment;
    let portals: PortalProcess[] = [];
    afterEach(async () => {
      for (const portal of portals) await portal.kill('SIGTERM');
      await environment.close();
    });

    /** Portals without SECRET_KEY generate one. Two that start together must use the same key. */
    const env: Record<string, string> = engine === 'sqlite' ? { SECRET_KEY: '' } : {};

    test.each(Array.from({ length: times }, (_, index) => index + 1))(
      'both come up, on one schema and with one secret (%i)',
      async () => {
        environment = await FaultEnvironment.open(env);
        portals = await Promise.all([
          spawnPortalProcess(environment.env),
          spawnPortalProcess(environment.env),
        ]);
        await Promise.all(portals.map(untilAnswering));
        for (const { url } of portals) expect((await fetch(url + ready)).status).toBe(200);
        expect(await environment.look(describeSchema)).toEqual(await wholeSchema());
        const [one, other] = portals as [PortalProcess, PortalProcess];
        environment.use(one);
        const { email, browser, step } = await new SignUpClient(environment, 'twin@teapot.example').signUp();
        expect(step).toBe('signed up');
        const elsewhere = browserAt(() => other.url);
        for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
        expect((await elsewhere.user())?.email).toBe(email);
        elsewhere.csrf = browser.csrf;
        expect((await elsewhere.signIn(email, goodPassword)).statusCode).toBe(302);
        expect(await environment.look(brokenInvariants)).toEqual([]);
      },
    );

    async function wholeSchema(): Promise<string[]> {
      const database = await freshDatabase();
      return describeSchema(database).finally(() => database.close());
    }
  },
);
