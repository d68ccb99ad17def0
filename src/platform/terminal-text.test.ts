import { expect, test } from 'vitest';
import { asTerminalJson, asTerminalText } from './terminal-text.ts';

const clearScreen = '\u001b[2J';

test('a row and a table are shown in columns', () => {
  expect(asTerminalText({ name: 'Vane', keys: 2 })).toBe('name  keys\nVane  2');
  expect(asTerminalText([{ name: 'Vane' }, { name: 'Cock' }])).toBe('name\nVane\nCock');
  expect(asTerminalText([])).toBe('None.');
});

test('values that are no text are shown in words, and lists without brackets', () => {
  const key = { roles: ['free_user', 'all_access'], expires_at: null, suspended: false, revoked: true };
  expect(asTerminalText(key).split('\n')[1]!.split(/ {2,}/)).toEqual([
    'free_user all_access',
    'none',
    'no',
    'yes',
  ]);
  expect(
    asTerminalText([
      { roles: ['a'], details: { role: 'b' } },
      { roles: [], details: {} },
    ]),
  ).toBe('roles  details\na      {"role":"b"}\nnone   none');
  expect(JSON.parse(asTerminalJson(key))).toEqual(key);
});

test('parts are shown under their names', () => {
  expect(asTerminalText({ account: { name: 'Alto' }, keys: [], mails: 3 })).toBe(
    'account\n  name\n  Alto\n\nkeys\n  None.\n\nmails\n  3',
  );
});

test('parts fit a terminal of 100 columns: wide rows have a field in each line, long texts are wrapped', () => {
  const calls = [{ day: '2026-11-18', endpoint: '/api/v1/points', requests: 3 }];
  const keys = Array.from({ length: 4 }, (_, index) => ({
    name: `Weathercock ${index} `.repeat(20).trim(),
    token: 'x'.repeat(250),
    calls: index === 0 ? [] : calls,
    usage: { byDay: [...calls, ...calls] },
  }));
  const text = asTerminalText({ account: { name: 'Alto', email: 'alto@example.com' }, keys });
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(text).toMatch(
    /^account\n {2}name {2}email\n {2}Alto {2}alto@example.com\n\nkeys\n {2}name {3}Weathercock 0 /,
  );
  // Nothing is cut off.
  expect(text.replaceAll(/\s+/g, '')).toContain('x'.repeat(250));
  expect(text.match(/Weathercock/g)).toHaveLength(80);
  expect(text).toContain('    day         endpoint        requests\n');
});

test('control characters in untrusted text are shown escaped', () => {
  const text = asTerminalText({ name: `${clearScreen}a\u202eb\nc` });
  expect(text).toBe('name\n\\u{1b}[2Ja\\u{202e}b\\u{a}c');
  const json = asTerminalJson({ name: `${clearScreen}a\u202eb` });
  expect(json).toBe('{\n  "name": "\\u001b[2Ja\\u202eb"\n}');
  expect(JSON.parse(json)).toEqual({ name: `${clearScreen}a\u202eb` });
});
