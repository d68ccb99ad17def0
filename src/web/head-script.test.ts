import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { headScript } from './head-script.ts';

describe('the head script', () => {
  test('follows the system and starts with curl when nothing was chosen', () => {
    expect(run({}, { dark: true })).toEqual({ theme: 'dark', language: 'curl' });
    expect(run({}, { dark: false })).toEqual({ theme: 'light', language: 'curl' });
  });

  test('takes what the visitor chose before', () => {
    const stored = { theme: 'light', 'code-language': 'ruby' };
    expect(run(stored, { dark: true })).toEqual({ theme: 'light', language: 'ruby' });
  });

  test('ignores what it does not know', () => {
    const stored = { theme: 'pink', 'code-language': 'cobol' };
    expect(run(stored, { dark: false })).toEqual({ theme: 'light', language: 'curl' });
  });

  test('works where storage is forbidden', () => {
    expect(run(undefined, { dark: false })).toEqual({ theme: 'light', language: 'curl' });
  });

  test('cannot end the element it stands in', () => {
    expect(headScript).not.toContain('<');
  });
});

function run(stored: Record<string, string> | undefined, { dark }: { dark: boolean }) {
  const dataset: Record<string, string> = {};
  runInNewContext(headScript, {
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: dark }),
    localStorage: {
      getItem(key: string) {
        if (!stored) throw new Error('forbidden');
        return stored[key] ?? null;
      },
    },
  });
  return dataset;
}
