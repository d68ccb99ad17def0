import type { PublicError } from './errors.ts';

/**
 * A queue that serves groups round-robin: however many items one group adds, the next group is served after a single
 * one of them. Groups nest, and the groups inside a group are served in the same way.
 */
export class FairQueue<T> {
  readonly #items: T[] = [];
  /** Inner groups, in the order in which they are served next. */
  readonly #groups = new Map<string, FairQueue<T>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `path` names the groups of the item, the outermost first. */
  push([group, ...inner]: string[], item: T): void {
    this.#length++;
    if (group === undefined) {
      this.#items.push(item);
      return;
    }
    const queue = this.#groups.get(group) ?? new FairQueue<T>();
    queue.push(inner, item);
    this.#groups.set(group, queue);
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    this.#length--;
    const [next] = this.#groups;
    if (!next) return this.#items.shift();
    const [group, queue] = next;
    this.#groups.delete(group);
    const item = queue.shift();
    if (queue.length > 0) this.#groups.set(group, queue);
    return item;
  }

  /** Removes the newest item of the longest group; of two equally long ones, the group on the path loses it. */
  dropFromLongest([group, ...inner]: string[]): T | undefined {
    if (this.#length === 0) return undefined;
    this.#length--;
    const longest = [...this.#groups].reduce<[string, FairQueue<T>] | undefined>(
      (found, entry) => (found && weight(found, group) >= weight(entry, group) ? found : entry),
      undefined,
    );
    if (!longest) return this.#items.pop();
    const [name, queue] = longest;
    const item = queue.dropFromLongest(inner);
    if (queue.length === 0) this.#groups.delete(name);
    return item;
  }
}

const weight = <T>([name, queue]: [string, FairQueue<T>], preferred: string | undefined) =>
  queue.length + (name === preferred ? 0.5 : 0);

interface LimiterOptions {
  maxRunning: number;
  /** By default any number of tasks can wait, and none is rejected. */
  bounds?: {
    maxWaiting: number;
    /** The error of a task that is rejected immediately because too many wait. */
    busy: () => PublicError;
  };
  /** By default new groups wait together with all others. */
  newGroups?: NewGroupOptions;
}

interface NewGroupOptions {
  /** A group is new if it had to wait at most this often in the window. */
  maxTries: number;
  windowMs: number;
  /** New groups get this many slots in addition to `bounds.maxWaiting`. */
  maxWaiting: number;
  now: () => number;
}

interface WaitingTask {
  path: string[];
  start(): void;
  reject(error: PublicError): void;
}

/**
 * Runs a few tasks at once; the others wait in a queue that is fair between groups. New groups have a queue of their
 * own, which gets every second slot: otherwise tasks of many groups at once, each of them with its fair share, would
 * leave nothing for another one.
 */
export class FairLimiter {
  readonly #options: LimiterOptions;
  #running = 0;
  readonly #withPriority = new FairQueue<WaitingTask>();
  readonly #ofNewGroups = new FairQueue<WaitingTask>();
  readonly #others = new FairQueue<WaitingTask>();
  readonly #newGroups: NewGroups | undefined;
  #isNewGroupNext = false;

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#newGroups = options.newGroups && new NewGroups(options.newGroups);
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Tasks with priority start before all others. */
  async run<T>(path: string[], work: () => Promise<T>, hasPriority = false): Promise<T> {
    await this.enter(path, hasPriority);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Starts a task that does not end in one function: each `enter` that resolves needs one `leave`. */
  async enter(path: string[], hasPriority = false): Promise<void> {
    if (this.#running < this.#options.maxRunning) {
      this.#running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const task = { path, start: resolve, reject };
    if (hasPriority) this.#wait(this.#withPriority, task);
    else if (this.#newGroups?.countAndCheckNew(path)) this.#waitAsNewGroup(task, this.#newGroups.maxWaiting);
    else this.#wait(this.#others, task);
    await promise;
  }

  leave(): void {
    const next = this.#withPriority.shift() ?? this.#shiftAlternating();
    if (next) next.start();
    else this.#running--;
  }

  #wait(queue: FairQueue<WaitingTask>, task: WaitingTask): void {
    const { bounds } = this.#options;
    queue.push(task.path, task);
    if (bounds && queue.length > bounds.maxWaiting) queue.dropFromLongest(task.path)?.reject(bounds.busy());
  }

  /** A task that finds no slot among the new groups waits with the others. */
  #waitAsNewGroup(task: WaitingTask, maxWaiting: number): void {
    this.#ofNewGroups.push(task.path, task);
    if (this.#ofNewGroups.length <= maxWaiting) return;
    const dropped = this.#ofNewGroups.dropFromLongest(task.path);
    if (dropped) this.#wait(this.#others, dropped);
  }

  #shiftAlternating(): WaitingTask | undefined {
    this.#isNewGroupNext = !this.#isNewGroupNext;
    const newGroup = this.#isNewGroupNext ? this.#ofNewGroups.shift() : undefined;
    return newGroup ?? this.#others.shift() ?? this.#ofNewGroups.shift();
  }
}

/** Beyond this number groups are forgotten early, so that the counts take a few megabytes at most. */
const maxGroups = 50_000;

/** Counts how often each group had to wait recently, in two windows, of which the older one is dropped as a whole. */
class NewGroups {
  readonly maxWaiting: number;
  readonly #options: NewGroupOptions;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #endsAt: number;

  constructor(options: NewGroupOptions) {
    this.#options = options;
    this.maxWaiting = options.maxWaiting;
    this.#endsAt = options.now() + options.windowMs;
  }

  countAndCheckNew([group = '']: string[]): boolean {
    this.#dropOldWindow();
    const tries = (this.#current.get(group) ?? 0) + 1;
    this.#current.set(group, tries);
    return tries + (this.#previous.get(group) ?? 0) <= this.#options.maxTries;
  }

  #dropOldWindow(): void {
    const { now, windowMs } = this.#options;
    const lateMs = now() - this.#endsAt;
    if (lateMs < 0 && this.#current.size < maxGroups) return;
    this.#previous = lateMs < windowMs ? this.#current : new Map();
    this.#current = new Map();
    this.#endsAt = now() + windowMs;
  }
}

/**
 * Limits the tasks of all callers together, and those of each caller: further tasks of one caller wait although slots
 * are free, because those are for other callers.
 */
export class SharedLimiter {
  readonly #maxPerCaller: number;
  readonly #all: FairLimiter;
  readonly #byCaller = new Map<string, FairLimiter>();

  constructor({ maxRunning, maxPerCaller }: { maxRunning: number; maxPerCaller: number }) {
    this.#all = new FairLimiter({ maxRunning });
    this.#maxPerCaller = maxPerCaller;
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byCaller.get(caller) ?? new FairLimiter({ maxRunning: this.#maxPerCaller });
    this.#byCaller.set(caller, own);
    try {
      return await own.run([], () => this.#all.run([caller], work));
    } finally {
      if (own.isIdle) this.#byCaller.delete(caller);
    }
  }
}

/**
 * Starts one piece of work in each turn of the event loop, fair between callers. For work that keeps the thread for
 * about a millisecond: a turn accepts a single new connection, so that after long turns a hundred new connections
 * would wait for a hundred of them.
 */
export class EventLoopQueue {
  readonly #waiting = new FairQueue<() => void>();

  next(caller: string): Promise<void> {
    return new Promise((start) => {
      this.#waiting.push([caller], start);
      if (this.#waiting.length === 1) setImmediate(this.#startNext);
    });
  }

  readonly #startNext = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#startNext);
  };
}
