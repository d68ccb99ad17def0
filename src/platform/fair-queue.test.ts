import { describe, expect, test } from 'vitest';
import { PublicError } from './errors.ts';
import { EventLoopQueue, FairLimiter, FairQueue, SharedLimiter } from './fair-queue.ts';

describe('FairQueue', () => {
  /** Each entry is a path and a name: `a/b 1` belongs to group b within a. */
  function queueOf(...entries: string[]): FairQueue<string> {
    const queue = new FairQueue<string>();
    for (const entry of entries) queue.push(entry.split(' ')[0]!.split('/'), entry);
    return queue;
  }

  const drain = (queue: FairQueue<string>) => Array.from({ length: queue.length }, () => queue.shift());

  test('serves groups in turn, each in its own order', () => {
    expect(drain(queueOf('a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1'))).toEqual([
      'a 1',
      'b 1',
      'c 1',
      'a 2',
      'b 2',
      'a 3',
    ]);
  });

  test('serves many inner groups of one group as one, which they share', () => {
    expect(drain(queueOf('w/a 1', 'w/a 2', 'w/b 1', 'w/c 1', 'v/a 1', 'v/a 2'))).toEqual([
      'w/a 1',
      'v/a 1',
      'w/b 1',
      'v/a 2',
      'w/c 1',
      'w/a 2',
    ]);
  });

  test('serves a group again after all groups that have waited', () => {
    const queue = queueOf('a 1', 'b 1', 'c 1');
    queue.shift();
    queue.push(['a'], 'a 2');
    expect(drain(queue)).toEqual(['b 1', 'c 1', 'a 2']);
  });

  test('drops the newest item of the longest group', () => {
    const queue = queueOf('a 1', 'w/a 1', 'w/b 1', 'w/b 2', 'c 1', 'c 2');
    expect(queue.dropFromLongest(['c'])).toBe('w/b 2');
    expect(queue.dropFromLongest(['c'])).toBe('c 2');
    expect(queue.dropFromLongest(['a'])).toMatch(/^w/);
    expect(drain(queue)).toHaveLength(3);
  });

  test('drops the item of the named group where all groups are equally long', () => {
    expect(queueOf('a 1', 'b 1', 'c 1').dropFromLongest(['b'])).toBe('b 1');
  });

  test('has nothing to serve or drop when it is empty', () => {
    const queue = queueOf('a 1');
    queue.shift();
    expect([queue.length, queue.shift(), queue.dropFromLongest(['a'])]).toEqual([0, undefined, undefined]);
  });
});

describe('FairLimiter', () => {
  const minute = 60_000;

  /** A limiter whose one slot is taken; `add` says which tasks wait, `drain` in which order they start. */
  async function busyLimiter() {
    const clock = { now: 0 };
    const started: string[] = [];
    const rejected: string[] = [];
    const limiter = new FairLimiter({
      maxRunning: 1,
      bounds: { maxWaiting: 4, busy: () => new PublicError(503, 'Busy') },
      newGroups: { maxTries: 2, windowMs: 10 * minute, maxWaiting: 2, now: () => clock.now },
    });
    await limiter.enter(['running']);
    const add = async (...names: string[]) => {
      for (const name of names)
        limiter.enter([name.split(' ')[0]!], name.startsWith('priority')).then(
          () => started.push(name),
          () => rejected.push(name),
        );
      await Promise.resolve();
    };
    const drain = async () => {
      let count: number;
      do {
        count = started.length;
        limiter.leave();
        await new Promise(setImmediate);
      } while (started.length > count);
      await limiter.enter(['running']);
      return started.splice(0);
    };
    return { clock, rejected, add, drain };
  }

  test('gives new groups every second slot', async () => {
    const { add, drain } = await busyLimiter();
    await add('a 1', 'a 2', 'a 3', 'a 4', 'a 5');
    expect(await drain()).toEqual(['a 1', 'a 3', 'a 2', 'a 4', 'a 5']);
    await add('a 6', 'a 7', 'b 1', 'b 2');
    expect(await drain()).toEqual(['b 1', 'a 6', 'b 2', 'a 7']);
  });

  test('treats a group as new again when it has not waited for a while', async () => {
    const { clock, add, drain } = await busyLimiter();
    await add('a 1', 'a 2', 'a 3');
    await drain();
    clock.now += 10 * minute;
    await add('a 4', 'a 5', 'b 1');
    expect(await drain()).toEqual(['b 1', 'a 4', 'a 5']);
    clock.now += 20 * minute;
    await add('a 6', 'a 7', 'a 8');
    expect(await drain()).toEqual(['a 6', 'a 8', 'a 7']);
  });

  test('queues new groups with the others when their own slots are taken', async () => {
    const { add, drain, rejected } = await busyLimiter();
    await add('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await new Promise(setImmediate);
    expect(rejected).toEqual(['g']);
    expect(await drain()).toEqual(['a', 'c', 'b', 'd', 'e', 'f']);
  });

  test('starts tasks with priority first', async () => {
    const { add, drain } = await busyLimiter();
    await add('a 1', 'b 1', 'priority 1');
    expect(await drain()).toEqual(['priority 1', 'a 1', 'b 1']);
  });
});

describe('SharedLimiter', () => {
  /** Runs a task for each name, whose first letter is the caller; counts the tasks that ran at once. */
  async function runAll(limiter: SharedLimiter, names: string[]) {
    const order: string[] = [];
    const running: string[] = [];
    const max: Record<string, number> = {};
    const work = (name: string) => async () => {
      running.push(name[0]!);
      order.push(name);
      for (const caller of ['all', ...new Set(running)]) {
        const count = running.filter((each) => caller === 'all' || each === caller).length;
        max[caller] = Math.max(max[caller] ?? 0, count);
      }
      await new Promise(setImmediate);
      running.splice(running.indexOf(name[0]!), 1);
      if (name === 'a1') throw new Error('no');
    };
    const ended = await Promise.allSettled(names.map((name) => limiter.run(name[0]!, work(name))));
    const failed = ended.filter(({ status }) => status === 'rejected').length;
    return { order, max, failed };
  }

  test('limits all tasks together, serves callers in turn, and a failed task frees its slot', async () => {
    const limiter = new SharedLimiter({ maxRunning: 2, maxPerCaller: 2 });
    const { order, max, failed } = await runAll(limiter, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
    expect(failed).toBe(1);
    expect(max.all).toBe(2);
    expect(order.slice(0, 3)).toEqual(['a1', 'a2', 'b1']);
    expect(order.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  });

  test('keeps slots free for other callers, who need not wait', async () => {
    const limiter = new SharedLimiter({ maxRunning: 4, maxPerCaller: 2 });
    const { order, max } = await runAll(limiter, ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
    expect(order.slice(0, 4)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(max).toEqual({ all: 4, a: 2, b: 1, c: 1 });
  });
});

test('EventLoopQueue starts one task in each turn of the event loop and serves callers in turn', async () => {
  const queue = new EventLoopQueue();
  let turn = 0;
  const started: [string, number][] = [];
  const count = () => {
    turn++;
    if (started.length < 4) setImmediate(count);
  };
  const calls = ['busy', 'busy', 'busy', 'other'].map((caller) =>
    queue.next(caller).then(() => started.push([caller, turn])),
  );
  setImmediate(count);
  await Promise.all(calls);
  expect(started.map(([caller]) => caller)).toEqual(['busy', 'other', 'busy', 'busy']);
  expect(new Set(started.map(([, at]) => at)).size).toBe(4);
});
