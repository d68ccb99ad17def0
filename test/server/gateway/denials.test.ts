import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import {
  basic,
  createKey,
  freePath,
  notAuthorized,
  operatorOf,
  signToken,
  verify,
  withSecret,
  withToken,
} from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('credentials', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  let other: CreatedApiToken;
  let deleted: CreatedApiToken;
  let expired: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp();
    expired = await createKey(browser, { name: 'Expired', expires_in_days: 30 });
    portal.clock.pass(30 * 24 * 3600);
    await browser.get(calls.authStatus);
    browser = await portal.signUp();
    [key, other, deleted] = [await createKey(browser), await createKey(browser), await createKey(browser)];
    await browser.delete(calls.apiToken(deleted.id));
  });
  afterAll(() => portal.close());

  const now = () => portal.clock.now() / 1000;
  const tokenOf = (claims: object, header?: object, hash?: string) =>
    basic(key.external_id, signToken(key.token, { client_id: key.external_id, ...claims }, header, hash));
  const unsigned = (header: object) =>
    basic(
      key.external_id,
      signToken('', { client_id: key.external_id, iat: now() }, header)
        .split('.')
        .slice(0, 2)
        .join('.')
        .concat('.'),
    );

  test.each<[string, () => string]>([
    ['the secret as password', () => withSecret(key)],
    ['a token signed with the secret as password', () => withToken(key, { iat: now() })],
    ['a token without typ', () => tokenOf({ iat: now() }, { alg: 'HS256' })],
    ['a token from a clock 5 minutes behind', () => tokenOf({ iat: now() - 300 })],
    ['a token from a clock 5 minutes ahead', () => tokenOf({ iat: now() + 300 })],
    ['a token that ends in a second', () => tokenOf({ iat: now(), exp: now() + 1 })],
    ['a token that begins now', () => tokenOf({ iat: now(), nbf: now() })],
    ['a token of almost 4 kB', () => tokenOf({ iat: now(), padding: 'x'.repeat(2900) })],
    ['the scheme in capitals', () => withSecret(key).replace('Basic', 'BASIC')],
  ])('pass: %s', async (_, authorization) => {
    expect((await verify(portal, authorization())).statusCode).toBe(200);
    const url = `${freePath}?coordinates=51.5,-0.1`;
    expect(
      (await portal.server.inject({ url, headers: { authorization: authorization() } })).statusCode,
    ).toBe(200);
  });

  const refusals: [string, () => string | undefined][] = [
    ['none', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => `Bearer ${key.token}`],
    ['a scheme alone', () => 'Basic'],
    ['what is not base64', () => 'Basic ***'],
    ['no colon', () => `Basic ${Buffer.from(key.external_id + key.token).toString('base64')}`],
    ['an empty user', () => basic('', key.token)],
    ['an empty password', () => basic(key.external_id, '')],
    ['an unknown client ID', () => basic('wbc_00000000000000000000', key.token)],
    ['a client ID in capitals', () => basic(key.external_id.toUpperCase(), key.token)],
    ['a client ID with a zero byte', () => basic(`${key.external_id}\0`, key.token)],
    ['SQL', () => basic("' or 1=1 --", key.token)],
    ['the id of the row', () => basic(key.id, key.token)],
    ['id and secret exchanged', () => basic(key.token, key.external_id)],
    ['a wrong secret', () => basic(key.external_id, `wb_${'x'.repeat(32)}`)],
    ['the secret in capitals', () => basic(key.external_id, key.token.toUpperCase())],
    ['the secret with a space behind it', () => basic(key.external_id, `${key.token} `)],
    ['the beginning of the secret', () => basic(key.external_id, key.token.slice(0, -1))],
    ["another key's secret", () => basic(key.external_id, other.token)],
    ['a deleted key', () => withSecret(deleted)],
    ['a token of a deleted key', () => withToken(deleted, { iat: now() })],
    ['an expired key', () => withSecret(expired)],
    ['a token of an expired key', () => withToken(expired, { iat: now() })],
    [
      'a token signed with another key',
      () => basic(key.external_id, signToken(other.token, { client_id: key.external_id, iat: now() })),
    ],
    ['a token of another client ID', () => tokenOf({ client_id: other.external_id, iat: now() })],
    [
      "another's token under one's own id",
      () => basic(key.external_id, signToken(other.token, { client_id: other.external_id, iat: now() })),
    ],
    ['a token without client ID', () => tokenOf({ client_id: undefined, iat: now() })],
    ['a token without iat', () => tokenOf({})],
    ['an iat that is text', () => tokenOf({ iat: String(now()) })],
    ['an iat in milliseconds', () => tokenOf({ iat: now() * 1000 })],
    ['an iat 5 minutes and a second old', () => tokenOf({ iat: now() - 301 })],
    ['an iat 5 minutes and a second ahead', () => tokenOf({ iat: now() + 301 })],
    ['a token that ends now', () => tokenOf({ iat: now(), exp: now() })],
    ['an exp that is text', () => tokenOf({ iat: now(), exp: String(now() + 60) })],
    ['a token that begins in a second', () => tokenOf({ iat: now(), nbf: now() + 1 })],
    ['an nbf that is null', () => tokenOf({ iat: now(), nbf: null })],
    ['alg none, signed', () => tokenOf({ iat: now() }, { alg: 'none', typ: 'JWT' })],
    ['alg none, unsigned', () => unsigned({ alg: 'none', typ: 'JWT' })],
    ['alg HS256, unsigned', () => unsigned({ alg: 'HS256', typ: 'JWT' })],
    ['alg HS512', () => tokenOf({ iat: now() }, { alg: 'HS512', typ: 'JWT' }, 'sha512')],
    ['alg HS256 signed with SHA-512', () => tokenOf({ iat: now() }, undefined, 'sha512')],
    ['alg RS256, signed as HS256', () => tokenOf({ iat: now() }, { alg: 'RS256', typ: 'JWT' })],
    ['alg in lowercase', () => tokenOf({ iat: now() }, { alg: 'hs256', typ: 'JWT' })],
    ['no alg', () => tokenOf({ iat: now() }, { typ: 'JWT' })],
    ['a kid', () => tokenOf({ iat: now() }, { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' })],
    ['a jku', () => tokenOf({ iat: now() }, { alg: 'HS256', typ: 'JWT', jku: 'https://evil.example/keys' })],
    ['a jwk', () => tokenOf({ iat: now() }, { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } })],
    ['a crit', () => tokenOf({ iat: now() }, { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false })],
    ['a header that is a list', () => tokenOf({ iat: now() }, ['HS256'])],
    ['a token of more than 4 kB', () => tokenOf({ iat: now(), padding: 'x'.repeat(4000) })],
    ['a password of 7 kB', () => basic(key.external_id, 'x'.repeat(7000))],
    [
      'one dot too many',
      () => basic(key.external_id, `${signToken(key.token, { client_id: key.external_id, iat: now() })}.`),
    ],
    ['dots alone', () => basic(key.external_id, '..')],
  ];
  test.each(refusals)('are denied with the same bytes as any other: %s', async (_, authorization) => {
    const first = await verify(portal, undefined);
    const answer = await verify(portal, authorization());
    expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
    expect(Object.keys(answer.headers)).toEqual(Object.keys(first.headers));
    const header = authorization();
    const headers = header === undefined ? {} : { authorization: header };
    const called = await portal.server.inject({ url: `${freePath}?coordinates=51.5,-0.1`, headers });
    expect([called.statusCode, called.body]).toEqual([403, notAuthorized]);
  });

  test('a role too small is denied with the same bytes, and takes nothing of the quota', async () => {
    const before = await verify(portal, withSecret(other));
    const answer = await verify(portal, withSecret(other), { path: '/api/v1/observations.json' });
    expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
    const after = await verify(portal, withSecret(other));
    const remaining = [before, after].map((one) => Number(one.headers['x-ratelimit-remaining']));
    expect(remaining[0]! - remaining[1]!).toBe(1);
  });

  test('a key that the operator expires is denied with the same bytes', async () => {
    const spare = await createKey(browser);
    await operatorOf(portal).expire(spare.external_id, new Date(portal.clock.now()).toISOString());
    const answer = await verify(portal, withSecret(spare));
    expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
  });
});
