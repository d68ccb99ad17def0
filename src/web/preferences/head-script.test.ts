import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { headScript } from './head-script.ts';

describe('the head script', () => {
  test('follows the system and starts with curl when nothing was chosen', () => {
    expect(run({ dark: true }).dataset).toMatchObject({ theme: 'dark', language: 'curl', rail: 'free' });
    expect(run({ dark: false }).dataset).toMatchObject({ theme: 'light', language: 'curl', rail: 'free' });
  });

  test('applies stored preferences', () => {
    const stored = { theme: 'light', 'code-language': 'ruby', sidebar: 'pinned' };
    expect(run({ stored, dark: true }).dataset).toMatchObject({
      theme: 'light',
      language: 'ruby',
      rail: 'pinned',
    });
  });

  test('ignores unknown values', () => {
    const stored = { theme: 'pink', 'code-language': 'cobol', sidebar: 'nailed' };
    expect(run({ stored }).dataset).toMatchObject({ theme: 'light', language: 'curl', rail: 'free' });
  });

  test('works without storage', () => {
    expect(run({ stored: undefined }).dataset).toMatchObject({
      theme: 'light',
      language: 'curl',
      rail: 'free',
    });
  });

  test('starts the app once the first frame has been shown', () => {
    const visit = run({});
    expect(visit.body).toEqual([]);
    visit.parsed();
    expect(visit.body).toEqual([]);
    visit.showFrame();
    expect(visit.body).toEqual(['the app']);
    visit.runTimers();
    expect(visit.body).toEqual(['the app']);
  });

  test('starts the app if the browser reports no paint', () => {
    const visit = run({});
    visit.parsed();
    visit.runTimers();
    expect(visit.body).toEqual(['the app']);
  });

  test('starts the app in a background tab', () => {
    const visit = run({ hidden: true });
    visit.parsed();
    expect(visit.body).toEqual(['the app']);
  });

  test('lays out a long page in steps after its fonts have loaded', async () => {
    const visit = run({ parts: 5, partMs: 3 });
    expect(visit.dataset.steps).toBe('');
    visit.showFrame();
    expect(visit.shown()).toBe(0);
    await visit.fontsAreReady();
    expect(visit.shown()).toBe(2);
    visit.drawFrame();
    visit.runTimers();
    expect(visit.shown()).toBe(4);
    expect(visit.dataset.steps).toBe('');
    visit.drawFrame();
    visit.runTimers();
    expect(visit.shown()).toBe(5);
    expect(visit.dataset).not.toHaveProperty('steps');
  });

  test.each([
    ['a link into the page', { hash: '#there' }],
    ['a reload', { type: 'reload' }],
    ['the way back', { type: 'back_forward' }],
  ])('lays out everything at once after %s', (_, visit) => {
    expect(run(visit).dataset).not.toHaveProperty('steps');
  });

  test('contains no character that could end the script element', () => {
    expect(headScript).not.toContain('<');
  });
});

interface Visit {
  stored?: Record<string, string> | undefined;
  dark?: boolean;
  hidden?: boolean;
  hash?: string;
  type?: string;
  /** The number of long parts, and the layout time of each. */
  parts?: number;
  partMs?: number;
}

function run(visit: Visit) {
  const { stored, dark, hidden, hash, type } = {
    stored: {},
    dark: false,
    hidden: false,
    hash: '',
    type: 'navigate',
    ...visit,
  };
  const dataset: Record<string, string> = {};
  const body: string[] = [];
  const waiting = {
    parsed: [] as (() => void)[],
    frames: [] as (() => void)[],
    timers: [] as (() => void)[],
    draws: [] as (() => void)[],
  };
  const fonts = Promise.withResolvers<void>();
  let nowMs = 0;
  const parts = Array.from({ length: visit.parts ?? 0 }, () => ({
    style: {} as { contentVisibility?: string },
    getBoundingClientRect: () => {
      nowMs += visit.partMs ?? 0;
    },
  }));
  const callAll = (callbacks: (() => void)[]) => {
    for (const callback of callbacks.splice(0)) callback();
  };
  runInNewContext(headScript, {
    document: {
      hidden,
      documentElement: { dataset },
      getElementById: (id: string) => (id === 'app' ? { content: 'the app' } : null),
      importNode: (node: string) => node,
      body: { append: (node: string) => body.push(node) },
      fonts: { ready: fonts.promise },
      querySelectorAll: () => parts,
      addEventListener: (_: string, listener: () => void) => waiting.parsed.push(listener),
    },
    PerformanceObserver: class {
      readonly #callback: () => void;
      constructor(callback: (entries: unknown, observer: unknown) => void) {
        this.#callback = () => callback([], this);
      }
      disconnect() {}
      observe({ type }: { type: string }) {
        if (type === 'paint') waiting.frames.push(this.#callback);
      }
    },
    setTimeout: (callback: (value: unknown) => void, _ms: number, value: unknown) =>
      waiting.timers.push(() => callback(value)),
    requestAnimationFrame: (callback: () => void) => waiting.draws.push(callback),
    performance: { now: () => nowMs, getEntriesByType: () => [{ type }] },
    location: { hash },
    matchMedia: () => ({ matches: dark }),
    localStorage: {
      getItem(key: string) {
        if (!stored) throw new Error('forbidden');
        return (stored as Record<string, string>)[key] ?? null;
      },
    },
  });
  return {
    dataset,
    body,
    parsed: () => callAll(waiting.parsed),
    showFrame: () => callAll(waiting.frames),
    runTimers: () => callAll(waiting.timers),
    drawFrame: () => callAll(waiting.draws),
    fontsAreReady: async () => {
      fonts.resolve();
      await new Promise(setImmediate);
    },
    shown: () => parts.filter(({ style }) => style.contentVisibility === 'visible').length,
  };
}
