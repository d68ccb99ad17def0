import { afterEach, expect, test, vi } from 'vitest';
import { makeFirstCall } from './first-call.ts';

const credentials = { clientId: 'id', secret: 'secret' };
const url = 'http://api.test/api/v1/points';
afterEach(() => vi.unstubAllGlobals());

test('the call sends the key and shows what came', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"a":1}'));
  vi.stubGlobal('fetch', fetched);
  expect(await makeFirstCall(url, credentials, 'http://api.test')).toMatchObject({
    kind: 'answered',
    status: 200,
    words: 'OK',
    body: '{\n  "a": 1\n}',
    isJson: true,
  });
  const init = fetched.mock.calls[0]?.[1];
  expect(new Headers(init?.headers).get('Authorization')).toBe(`Basic ${btoa('id:secret')}`);
  expect(init?.credentials).toBe('omit');
});

test('a refusal is an answer too', async () => {
  vi.stubGlobal('fetch', async () => new Response('no', { status: 403 }));
  expect(await makeFirstCall(url, credentials, 'http://api.test')).toMatchObject({
    status: 403,
    words: 'Forbidden',
    body: 'no',
    isJson: false,
  });
});

test('no answer from another host may be the browser refusing', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await makeFirstCall(url, credentials, 'http://portal.test')).toEqual({
    kind: 'unreachable',
    isOtherHost: true,
  });
  expect(await makeFirstCall(url, credentials, 'http://api.test')).toEqual({
    kind: 'unreachable',
    isOtherHost: false,
  });
});
