import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiToken } from '../../../keys/contract.ts';
import { keyForms } from '../../../keys/key-format.ts';
import { newSecret } from '../../../keys/key-secrets.ts';
import { type CheckContext, checkCall, isChecksumRight } from './check-call.ts';
import { parseCall } from './parse-call.ts';

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
const context: CheckContext = {
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
  keys: { prefixes: ['wb'] },
};
const points = 'https://api.test/api/v1/points?coordinates=1,2';
const curl = (user: string, url = points) => `curl -u "${user}" "${url}"`;
const check = (text: string, other: Partial<CheckContext> = {}) =>
  checkCall(parseCall(text), { ...context, ...other });
const problemsIn = (text: string, other?: Partial<CheckContext>) =>
  check(text, other)
    .filter(({ tone }) => tone !== 'ok')
    .map(({ text: found }) => found)
    .join(' ');

test('finds no problem in a correct call', () => {
  expect(check(curl(`${clientId}:${secret}`)).map(({ tone }) => tone)).toEqual(['ok', 'ok']);
  expect(problemsIn(`https://api.test/mcp?client_id=${clientId}&api_key=${secret}`)).toBe('');
});

describe('finds', () => {
  const expired = [{ ...apiKey, expires_at: '2026-11-14T11:00:00Z' }];
  test.each<[string, RegExp, string, Partial<CheckContext>?]>([
    ['swapped values', /wrong order/, curl(`${secret}:${clientId}`)],
    [
      'a cut client ID',
      /^That client ID is 23 characters long; it must have 24 \(wbc_ plus 20 .*\)\. One is missing\./,
      curl(`${clientId.slice(0, -1)}:${secret}`),
    ],
    ['an unknown client ID', /no key with this/, curl(`${clientId.replace('abc', 'xyz')}:${secret}`)],
    ['an expired key', /Kite club has expired/, curl(`${clientId}:${secret}`), { apiKeys: expired }],
    ['an empty secret', /API key is missing/, curl(`${clientId}:`)],
    ['a space', /space or a line break/, curl(`${clientId}:${secret} `)],
    [
      'a cut secret',
      /That API key is 34 characters long; it must have 35 \(wb_ plus 32 letters or digits\)\. One is missing\./,
      curl(`${clientId}:${secret.slice(0, -1)}`),
    ],
    ['a mistyped secret', /checksum is wrong/, curl(`${clientId}:${secret}`), { isChecksumRight: false }],
    ['the client ID twice', /client ID where the API key should be/, curl(`${clientId}:${clientId}`)],
    [
      'a free key at another endpoint',
      /Free keys only work with \/api\/v1\/points\. This call uses \/api\/v1\/observations\.json\./,
      curl(`${clientId}:${secret}`, 'https://api.test/api/v1/observations.json'),
    ],
    [
      'another host',
      /other\.test is not the host of this API/,
      curl(`${clientId}:${secret}`, 'https://other.test/api/v1/points'),
    ],
    ['Bearer', /doesn't accept Bearer/, `curl -H "Authorization: Bearer ${clientId}:${secret}" "${points}"`],
  ])('%s', (_, words, text, other) => {
    expect(problemsIn(text, other)).toMatch(words);
  });

  test('no problem with Bearer for MCP', () => {
    const link = `curl -H "Authorization: Bearer ${clientId}:${secret}" https://api.test/mcp`;
    expect(problemsIn(link)).toBe('');
  });

  test('no problem with all access at any endpoint', () => {
    const apiKeys = [{ ...apiKey, roles: ['all_access'] }];
    expect(
      problemsIn(curl(`${clientId}:${secret}`, 'https://data.test/api/v1/observations.json'), { apiKeys }),
    ).toBe('');
  });
});

describe('checks a token by the server time', () => {
  const seconds = now.getTime() / 1000;
  const token = (claims: object, header: object = { alg: 'HS256', typ: 'JWT' }) => {
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const own = { client_id: clientId, iat: seconds };

  test('accepts a token with this client ID and the right time', () => {
    expect(problemsIn(curl(`${clientId}:${token(own)}`))).toBe('');
    const words = check(curl(`${clientId}:${token({ ...own, exp: seconds + 60 })}`)).map((each) => each.text);
    expect(words.join(' ')).toMatch(/It expires on 14 Nov 12:01 UTC\./);
  });

  test('accepts a token alone for the MCP server', () => {
    const bearer = (given: string) => `curl -H "Authorization: Bearer ${given}" https://api.test/mcp`;
    expect(problemsIn(bearer(token(own)))).toBe('');
    expect(problemsIn(bearer(token({ ...own, iat: seconds + 600 })))).toMatch(/10 minutes ahead/);
  });

  test.each<[string, RegExp, string]>([
    [
      'a wrong clock',
      /iat is 14 minutes behind; at most 5 are allowed/,
      token({ ...own, iat: seconds - 840 }),
    ],
    ['milliseconds', /iat is in milliseconds/, token({ ...own, iat: now.getTime() })],
    ['another client ID', /client_id is not the client ID/, token({ ...own, client_id: 'wbc_other' })],
    ['no iat', /has no iat/, token({ client_id: clientId })],
    ['an expired token', /exp was 14 Nov 11:59 UTC/, token({ ...own, exp: seconds - 60 })],
    ['a start in the future', /nbf is in the future/, token({ ...own, nbf: seconds + 60 })],
    ['another algorithm', /alg is not HS256/, token(own, { alg: 'none' })],
    ['another type', /typ must be JWT/, token(own, { alg: 'HS256', typ: 'at+jwt' })],
    ['extra header fields', /only alg and typ/, token(own, { alg: 'HS256', kid: '1' })],
    ['a cut-off token', /token is incomplete/, token(own).slice(0, -1)],
    ['a part that is not JSON', /header can't be read/, `x.${token(own).split('.').slice(1).join('.')}`],
  ])('%s', (_, words, given) => {
    expect(problemsIn(curl(`${clientId}:${given}`))).toMatch(words);
  });
});

test('no finding contains the secret', () => {
  for (const text of [
    curl(`${clientId}:${secret}`),
    curl(`${clientId}:${secret}x`),
    curl(`${secret}:${secret}`),
  ])
    for (const { text: found } of check(text)) expect(found).not.toContain(secret);
});

test('computes the same checksum as the server', async () => {
  expect(await isChecksumRight(secret, forms)).toBe(true);
  const other = secret.endsWith('A') ? 'B' : 'A';
  expect(await isChecksumRight(secret.slice(0, -1) + other, forms)).toBe(false);
  expect(await isChecksumRight('wb_short', forms)).toBe(false);
});

test('uses the key format of another provider', () => {
  const keys = { prefixes: ['tea', 'wb'] };
  const own = { ...apiKey, external_id: 'teac_abcdefghij0123456789' };
  const tea = newSecret('tea');
  expect(problemsIn(curl(`${own.external_id}:${tea}`), { apiKeys: [own], keys })).toBe('');
  expect(problemsIn(curl(`${own.external_id}:${secret}`), { apiKeys: [own], keys })).toBe('');
  expect(problemsIn(curl(`${tea}:${own.external_id}`), { keys })).toContain('wrong order');
  expect(problemsIn(curl(`${own.external_id}:tea_short`), { apiKeys: [own], keys })).toContain(
    'it must have 36 (tea_ plus 32 letters or digits). 27 are missing.',
  );
  const data = curl(`${own.external_id}:${tea}`, 'https://api.test/api/v1/observations.json');
  expect(problemsIn(data, { apiKeys: [own], keys })).toContain('Free keys only work with /api/v1/points.');
});
