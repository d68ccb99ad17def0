import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiToken } from '../../../keys/contract.ts';
import { keyForms } from '../../../keys/key-format.ts';
import { newSecret } from '../../../keys/key-secrets.ts';
import { type CallSurroundings, checkCall } from './check-call.ts';
import { isChecksumRight } from './checksum.ts';
import { readCall } from './read-call.ts';

const now = new Date('2026-11-14T12:00:00Z');
const clientId = 'wbc_abcdefghij0123456789';
const secret = newSecret('wb');
const forms = keyForms(['wb']);
const apiKey: ApiToken = {
  id: 'a',
  name: 'Kite club',
  external_id: clientId,
  created_at: '2026-11-01T00:00:00Z',
  expires_at: null,
  expires_at_max: '2027-11-01T00:00:00Z',
  roles: ['free_user'],
  usage: { last_used_at: null, today: 0, last_7_days: [] },
  secrets: [],
};
const around: CallSurroundings = {
  apiKeys: [apiKey],
  now,
  isChecksumRight: true,
  endpoints: [
    { path: '/points', access: 'free' },
    { path: '/observations.json', access: 'all_access' },
  ],
  hosts: {
    forecasts: 'https://api.test/api/v1',
    data: 'https://data.test/api/v1',
    mcp: 'https://api.test/mcp',
  },
  keys: { prefixes: ['wb'], freeWords: 'the point forecast' },
};
const points = 'https://api.test/api/v1/points?coordinates=1,2';
const curl = (user: string, url = points) => `curl -u "${user}" "${url}"`;
const check = (text: string, other: Partial<CallSurroundings> = {}) =>
  checkCall(readCall(text), { ...around, ...other });
const wrong = (text: string, other?: Partial<CallSurroundings>) =>
  check(text, other)
    .filter(({ tone }) => tone !== 'right')
    .map(({ words }) => words)
    .join(' ');

test('a call that is right is called so', () => {
  expect(check(curl(`${clientId}:${secret}`)).map(({ tone }) => tone)).toEqual(['right', 'right']);
  expect(wrong(`https://api.test/mcp?client_id=${clientId}&api_key=${secret}`)).toBe('');
});

describe('what is wrong is told', () => {
  const expired = [{ ...apiKey, expires_at: '2026-11-14T11:00:00Z' }];
  test.each<[string, RegExp, string, Partial<CallSurroundings>?]>([
    ['the order', /wrong order/, curl(`${secret}:${clientId}`)],
    ['a cut client ID', /24 characters, and this has 23/, curl(`${clientId.slice(0, -1)}:${secret}`)],
    ['a client ID of nobody here', /None of your keys/, curl(`${clientId.replace('abc', 'xyz')}:${secret}`)],
    ['an expired key', /Kite club has expired/, curl(`${clientId}:${secret}`), { apiKeys: expired }],
    ['an empty secret', /API key is missing/, curl(`${clientId}:`)],
    ['a space', /space or a line break/, curl(`${clientId}:${secret} `)],
    ['a cut secret', /35 characters, and this has 34/, curl(`${clientId}:${secret.slice(0, -1)}`)],
    ['a mistyped secret', /checksum is wrong/, curl(`${clientId}:${secret}`), { isChecksumRight: false }],
    ['the client ID twice', /where the API key belongs/, curl(`${clientId}:${clientId}`)],
    [
      'a free key elsewhere',
      /point forecast only \(\/api\/v1\/points\), and this call asks for \/api\/v1\/observations\.json/,
      curl(`${clientId}:${secret}`, 'https://api.test/api/v1/observations.json'),
    ],
    [
      'another host',
      /other\.test is not where/,
      curl(`${clientId}:${secret}`, 'https://other.test/api/v1/points'),
    ],
    ['Bearer', /takes no Bearer/, `curl -H "Authorization: Bearer ${clientId}:${secret}" "${points}"`],
  ])('%s', (_, words, text, other) => {
    expect(wrong(text, other)).toMatch(words);
  });

  test('but Bearer is right for MCP', () => {
    const link = `curl -H "Authorization: Bearer ${clientId}:${secret}" https://api.test/mcp`;
    expect(wrong(link)).toBe('');
  });

  test('and all access reaches everything', () => {
    const apiKeys = [{ ...apiKey, roles: ['all_access'] }];
    expect(
      wrong(curl(`${clientId}:${secret}`, 'https://data.test/api/v1/observations.json'), { apiKeys }),
    ).toBe('');
  });
});

describe('a token is judged by the server’s clock', () => {
  const seconds = now.getTime() / 1000;
  const token = (claims: object, header: object = { alg: 'HS256', typ: 'JWT' }) => {
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const own = { client_id: clientId, iat: seconds };

  test('and is right when it names this key and its time', () => {
    expect(wrong(curl(`${clientId}:${token(own)}`))).toBe('');
    const words = check(curl(`${clientId}:${token({ ...own, exp: seconds + 60 })}`)).map(
      (each) => each.words,
    );
    expect(words.join(' ')).toMatch(/good until Nov 14, 12:01 UTC/);
  });

  test('and may come alone to the MCP server', () => {
    const bearer = (given: string) => `curl -H "Authorization: Bearer ${given}" https://api.test/mcp`;
    expect(wrong(bearer(token(own)))).toBe('');
    expect(wrong(bearer(token({ ...own, iat: seconds + 600 })))).toMatch(/10 minutes ahead/);
  });

  test.each<[string, RegExp, string]>([
    ['the clock', /iat is 14 minutes behind, and 5 are allowed/, token({ ...own, iat: seconds - 840 })],
    ['milliseconds', /iat is in milliseconds/, token({ ...own, iat: now.getTime() })],
    ['another client ID', /client_id is not the client ID/, token({ ...own, client_id: 'wbc_other' })],
    ['no iat', /has no iat/, token({ client_id: clientId })],
    ['its end', /exp was Nov 14, 11:59 UTC/, token({ ...own, exp: seconds - 60 })],
    ['a start to come', /nbf is still to come/, token({ ...own, nbf: seconds + 60 })],
    ['another algorithm', /alg is not HS256/, token(own, { alg: 'none' })],
    ['another type', /typ must be JWT/, token(own, { alg: 'HS256', typ: 'at+jwt' })],
    ['more in the header', /alg and typ, and nothing else/, token(own, { alg: 'HS256', kid: '1' })],
    ['a cut', /not whole/, token(own).slice(0, -1)],
    ['a part that is no JSON', /header cannot be read/, `x.${token(own).split('.').slice(1).join('.')}`],
  ])('%s', (_, words, given) => {
    expect(wrong(curl(`${clientId}:${given}`))).toMatch(words);
  });
});

test('nothing that is told holds the secret', () => {
  for (const text of [
    curl(`${clientId}:${secret}`),
    curl(`${clientId}:${secret}x`),
    curl(`${secret}:${secret}`),
  ])
    for (const { words } of check(text)) expect(words).not.toContain(secret);
});

test('the checksum is the one that the server goes by', async () => {
  expect(await isChecksumRight(secret, forms)).toBe(true);
  const other = secret.endsWith('A') ? 'B' : 'A';
  expect(await isChecksumRight(secret.slice(0, -1) + other, forms)).toBe(false);
  expect(await isChecksumRight('wb_short', forms)).toBe(false);
});

test('another provider’s keys are looked at by their own form', () => {
  const keys = { prefixes: ['tea', 'wb'], freeWords: 'the small pots' };
  const own = { ...apiKey, external_id: 'teac_abcdefghij0123456789' };
  const tea = newSecret('tea');
  expect(wrong(curl(`${own.external_id}:${tea}`), { apiKeys: [own], keys })).toBe('');
  expect(wrong(curl(`${own.external_id}:${secret}`), { apiKeys: [own], keys })).toBe('');
  expect(wrong(curl(`${tea}:${own.external_id}`), { keys })).toContain('wrong order');
  expect(wrong(curl(`${own.external_id}:tea_short`), { apiKeys: [own], keys })).toContain(
    'one is tea_ and 32 letters or digits, 36 characters, and this has 9',
  );
  const data = curl(`${own.external_id}:${tea}`, 'https://api.test/api/v1/observations.json');
  expect(wrong(data, { apiKeys: [own], keys })).toContain('A free key reaches the small pots only');
});
