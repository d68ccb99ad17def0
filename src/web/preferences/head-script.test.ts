import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { headScript } from './head-script.ts';

describe('the head script', () => {
  test('follows the system and starts with curl when nothing was chosen', () => {
    expect(run({ dark: true }).dataset).toMatchObject({
      theme: 'dark',
      language: 'curl',
      rail: 'free',
      wind: 'moving',
    });
    expect(run({ dark: false }).dataset).toMatchObject({ theme: 'light', language: 'curl', rail: 'free' });
  });

  test('applies stored preferences', () => {
    const stored = { theme: 'light', 'code-language': 'ruby', sidebar: 'pinned', wind: 'still' };
    expect(run({ stored, dark: true }).dataset).toMatchObject({
      theme: 'light',
      language: 'ruby',
      rail: 'pinned',
      wind: 'still',
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

  test('contains no character that could end the script element', () => {
    expect(headScript).not.toContain('<');
  });
});

interface Visit {
  stored?: Record<string, string> | undefined;
  dark?: boolean;
  hidden?: boolean;
}

function run(visit: Visit) {
  const { stored, dark, hidden } = { stored: {}, dark: false, hidden: false, ...visit };
  const dataset: Record<string, string> = {};
  const body: string[] = [];
  const waiting = {
    parsed: [] as (() => void)[],
    frames: [] as (() => void)[],
    timers: [] as (() => void)[],
  };
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
      addEventListener: (_: string, listener: () => void) => waiting.parsed.push(listener),
    },
    addEventListener: () => {},
    PerformanceObserver: class {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe({ type }: { type: string }) {
        if (type === 'paint') waiting.frames.push(this.#callback);
      }
    },
    setTimeout: (callback: () => void) => waiting.timers.push(callback),
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
  };
}
