import { join } from 'node:path';
import { openSqlite } from '../../src/platform/database.ts';
import { calls } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { load, loadSeconds } from '../load.ts';
import { addPeople, signInsPerSecond } from '../people.ts';

/** As many as may wait for their turn from one network. */
const clients = 20;

/** Twenty people sign in at once, over and over; meanwhile everyone else asks for their status. */
export const signInPart: Part = {
  name: 'sign-in',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const portal = stack.adopt(
      await startPortalProcess({ LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000' }),
      (started) => started.close(),
    );
    const database = openSqlite(join(portal.dataDir, 'portal.db'));
    const emails = await addPeople(database, clients);
    await database.close();
    const status = { url: portal.url + calls.authStatus, connections: 5 };
    const idle = await load(status);
    const [signIns, busy] = await Promise.all([
      signInsPerSecond([portal.url], emails, loadSeconds + 1),
      load(status),
    ]);
    return [
      { what: 'sign-ins', value: signIns, unit: '/s' },
      compared({
        what: `p99 of status while ${clients} sign in, floor: idle`,
        value: busy.p99Ms,
        unit: 'ms',
        floor: idle.p99Ms,
        aim: 'under 5',
      }),
    ];
  },
};
