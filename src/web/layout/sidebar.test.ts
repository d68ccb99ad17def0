import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHoverIntent } from './sidebar.tsx';

describe('the sidebar on hover', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('opens after 200 ms', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    tick(199);
    expect(states).toEqual([]);
    tick(1);
    expect(states).toEqual([true]);
  });

  test('stays closed when the pointer only passes over it', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    tick(150);
    intent.leave();
    tick(1000);
    expect(states).toEqual([false]);
  });

  test('closes 50 ms after the pointer left, unless it returns in time', () => {
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

  test('closes at once when the window loses the focus, even while opening', () => {
    const { intent, states, tick } = setUp();
    intent.enter();
    intent.close();
    tick(1000);
    expect(states).toEqual([false]);
  });
});

function setUp() {
  const states: boolean[] = [];
  const intent = createHoverIntent((open) => states.push(open));
  return { intent, states, tick: (ms: number) => vi.advanceTimersByTime(ms) };
}
