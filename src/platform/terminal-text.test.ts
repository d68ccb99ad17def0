import { expect, test } from 'vitest';
import { asTerminalJson, asTerminalText } from './terminal-text.ts';

const clearScreen = '\u001b[2J';

test('a row and a table are shown in columns', () => {
  expect(asTerminalText({ name: 'Vane', keys: 2 })).toBe('name  keys\nVane  2');
  expect(asTerminalText([{ name: 'Vane' }, { name: 'Cock' }])).toBe('name\nVane\nCock');
  expect(asTerminalText([])).toBe('None.');
});

test('parts are shown under their names', () => {
  expect(asTerminalText({ account: { name: 'Alto' }, keys: [], mails: 3 })).toBe(
    'account\n  name\n  Alto\n\nkeys\n  None.\n\nmails\n  3',
  );
});

test('control characters in untrusted text are shown escaped', () => {
  const text = asTerminalText({ name: `${clearScreen}a\u202eb\nc` });
  expect(text).toBe('name\n\\u{1b}[2Ja\\u{202e}b\\u{a}c');
  const json = asTerminalJson({ name: `${clearScreen}a\u202eb` });
  expect(json).toBe('{\n  "name": "\\u001b[2Ja\\u202eb"\n}');
  expect(JSON.parse(json)).toEqual({ name: `${clearScreen}a\u202eb` });
});
