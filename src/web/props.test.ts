import { describe, expect, test } from 'vitest';
import { loadProps } from './props.ts';

const recordSleeps = () => {
  const slept: number[] = [];
  return { slept, sleep: async (ms: number) => void slept.push(ms) };
};

describe('the props loader', () => {
  test('reads the embedded element at once when it is there', async () => {
    const { slept, sleep } = recordSleeps();
    expect(await loadProps(() => '{"path":"/docs"}', sleep)).toEqual({ path: '/docs' });
    expect(slept).toEqual([]);
  });

  test('retries after 1, 2 and 4 seconds, then reports the missing element', async () => {
    const { slept, sleep } = recordSleeps();
    await expect(loadProps(() => undefined, sleep)).rejects.toThrow(
      'Rails props script tag not found or empty',
    );
    expect(slept).toEqual([1000, 2000, 4000]);
  });

  test('reports an element without JSON', async () => {
    const { slept, sleep } = recordSleeps();
    await expect(loadProps(() => '{"path":', sleep)).rejects.toThrow('Failed to parse Rails props');
    expect(slept).toHaveLength(3);
  });

  test('reads an element that appears between retries', async () => {
    const texts = [undefined, '', '{"path":"/"}'];
    const { slept, sleep } = recordSleeps();
    expect(await loadProps(() => texts.shift(), sleep)).toEqual({ path: '/' });
    expect(slept).toEqual([1000, 2000]);
  });
});
