import { join } from 'node:path';
import { openSqlite } from '../../src/platform/database.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { percentile } from '../load.ts';
import { mixedLoad } from '../mixed-load.ts';
import { addPeople } from '../people.ts';
import { rssMb } from '../process-figures.ts';

const minutes = Number(process.env.BENCH_MINUTES ?? 10);
const firstMinutes = Math.min(1, minutes / 4);
const sampleEveryMs = 1000;

/** What the server keeps in memory after minutes of everything at once, and whether it still grows. */
export const memoryPart: Part = {
  name: 'memory',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const floor = stack.adopt(await startFloor(new Uint8Array(), {}), (started) => started.close());
    const keyed = await startKeyedPortal({ RATE_LIMIT_FACTOR: '1000000' });
    const { portal } = keyed;
    stack.defer(() => portal.close());
    const database = openSqlite(join(portal.dataDir, 'portal.db'));
    const emails = await addPeople(database, 20);
    await database.close();

    const pid = portal.process.pid!;
    const idleMb = rssMb(pid);
    const samplesMb: number[] = [];
    const timer = setInterval(() => samplesMb.push(rssMb(pid)), sampleEveryMs);
    const calls = await mixedLoad(keyed, emails, minutes).finally(() => clearInterval(timer));

    const bareMb = rssMb(floor.pid);
    const first = samplesMb.slice(0, Math.ceil(samplesMb.length * (firstMinutes / minutes)));
    const firstMb = settled(first);
    const lastMb = settled(samplesMb);
    return [
      compared({
        what: `memory after ${minutes} minutes of mixed load, floor: after ${firstMinutes}`,
        value: lastMb,
        unit: 'MB',
        floor: firstMb,
      }),
      compared({
        what: 'the same, floor: an idle bare server',
        value: lastMb,
        unit: 'MB',
        floor: bareMb,
      }),
      compared({
        what: 'before any load, floor: an idle bare server',
        value: idleMb,
        unit: 'MB',
        floor: bareMb,
      }),
      { what: 'most at any moment', value: Math.max(...samplesMb), unit: 'MB' },
      { what: 'calls answered meanwhile', value: calls / (minutes * 60), unit: '/s' },
    ];
  },
};

/** The median of the last quarter of a minute. */
const settled = (samplesMb: number[]) => percentile(samplesMb.slice(-15), 0.5);
