import { describe, expect, test } from 'vitest';
import { createHoverIntent } from './hover-intent.ts';

describe('the sidebar under the pointer', () => {
  test('opens after 200 ms', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    tick(199);
    expect(states).toEqual([]);
    tick(1);
    expect(states).toEqual([true]);
  });

  test('stays shut when the pointer only passes over it', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    tick(150);
    intent.leave();
    tick(1000);
    expect(states).toEqual([false]);
  });

  test('closes 50 ms after the pointer left, and not when it comes back in time', () => {
    const { intent, states, tick } = setUp();
    intent.open();
    intent.leave();
    tick(49);
    intent.enter();
    tick(200);
    expect(states).toEqual([true, true]);
    intent.leave();
    tick(50);
    expect(states.at(-1)).toBe(false);
  });

  test('closes at once when the window loses the focus, whatever was about to happen', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    intent.close();
    tick(1000);
    expect(states).toEqual([false]);
  });
});

function setUp() {
  const states: boolean[] = [];
  let now = 0;
  let pending: { at: number; run: () => void } | undefined;
  const intent = createHoverIntent((open) => states.push(open), {
    start: (run, ms) => {
      pending = { at: now + ms, run };
      return pending;
    },
    stop: (timer) => {
      if (timer === pending) pending = undefined;
    },
  });
  const tick = (ms: number) => {
    now += ms;
    if (!pending || pending.at > now) return;
    const { run } = pending;
    pending = undefined;
    run();
  };
  return { intent, states, tick };
}
