import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { headScript } from './head-script.ts';

const fonts = '/a.woff2 /b.woff2';

describe('the head script', () => {
  test('follows the system and starts with curl when nothing was chosen', () => {
    expect(run({ dark: true }).dataset).toEqual({ theme: 'dark', language: 'curl' });
    expect(run({ dark: false }).dataset).toEqual({ theme: 'light', language: 'curl' });
  });

  test('takes what the visitor chose before', () => {
    const stored = { theme: 'light', 'code-language': 'ruby' };
    expect(run({ stored, dark: true }).dataset).toEqual({ theme: 'light', language: 'ruby' });
  });

  test('ignores what it does not know', () => {
    const stored = { theme: 'pink', 'code-language': 'cobol' };
    expect(run({ stored }).dataset).toEqual({ theme: 'light', language: 'curl' });
  });

  test('works where storage is forbidden', () => {
    expect(run({ stored: undefined }).dataset).toEqual({ theme: 'light', language: 'curl' });
  });

  test.each([
    ['in a browser that does not tell its line', undefined, {}],
    ['on a quick line', { saveData: false, rtt: 100 }, {}],
    ['on a slow line, when they are in the cache', { saveData: false, rtt: 300 }, { fonts }],
  ])('asks for the fonts %s', (_, connection, stored) => {
    const { dataset, links } = run({ connection, stored });
    expect(dataset.fonts).toBeUndefined();
    expect(links).toEqual(
      fonts.split(' ').map((href) => ({
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: '',
        href,
      })),
    );
  });

  test.each([
    ['on a slow line', { saveData: false, rtt: 150 }, {}],
    ['on a slow line, when others are in the cache', { saveData: false, rtt: 150 }, { fonts: '/old.woff2' }],
    ['for a visitor who saves data', { saveData: true, rtt: 50 }, {}],
  ])('takes the fonts of the system %s', (_, connection, stored) => {
    const { dataset, links } = run({ connection, stored });
    expect(dataset.fonts).toBe('system');
    expect(links).toEqual([]);
  });

  test('asks for nothing where the page names no fonts', () => {
    expect(run({ named: undefined }).links).toEqual([]);
  });

  test('cannot end the element it stands in', () => {
    expect(headScript).not.toContain('<');
  });
});

interface Visit {
  stored?: Record<string, string> | undefined;
  dark?: boolean;
  connection?: object | undefined;
  /** The fonts that the page names. */
  named?: string | undefined;
}

function run(visit: Visit) {
  const { stored, dark, connection, named } = { stored: {}, named: fonts, ...visit };
  const dataset: Record<string, string> = {};
  const links: object[] = [];
  runInNewContext(headScript, {
    document: {
      documentElement: { dataset },
      querySelector: () => (named ? { content: named } : null),
      createElement: () => ({}),
      head: { append: (link: object) => links.push({ ...link }) },
    },
    navigator: { connection },
    matchMedia: () => ({ matches: dark ?? false }),
    localStorage: {
      getItem(key: string) {
        if (!stored) throw new Error('forbidden');
        return (stored as Record<string, string>)[key] ?? null;
      },
    },
  });
  return { dataset, links };
}
