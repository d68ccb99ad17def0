import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../urls.ts';
import { signIn } from './calls.ts';
import { askStatus, sendJson } from './send.ts';

/** The two things of a browser that the calls touch. */
let meta: { content: string } | null;
let requests: { url: string; init: RequestInit }[];
let answers: Response[];

beforeEach(() => {
  meta = { content: 'first' };
  requests = [];
  answers = [];
  vi.stubGlobal('document', { querySelector: () => meta });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    requests.push({ url, init });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (status: number, body: object, token?: string) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...(token && { 'X-CSRF-Token': token }) },
  });
const refusedToken = () => json(403, { success: false, error: 'No', errors: ['No'] });
const headerOf = (index: number, name: string) => new Headers(requests[index]?.init.headers).get(name);

describe('the CSRF token', () => {
  test('is kept from every answer that brings one', async () => {
    answers = [json(200, { authenticated: false }, 'second')];
    await askStatus();
    expect(meta?.content).toBe('second');
  });

  test('is renewed and the call sent once more when it is refused', async () => {
    answers = [refusedToken(), json(200, { authenticated: false }, 'second'), json(200, { success: true })];
    expect(await sendJson('POST', '/x', { a: 1 })).toEqual({ ok: true, value: { success: true } });
    expect(requests.map(({ url }) => url)).toEqual(['/x', calls.authStatus, '/x']);
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
    expect(headerOf(2, 'X-CSRF-Token')).toBe('second');
  });

  test('is renewed only once', async () => {
    answers = [refusedToken(), json(200, { authenticated: false }, 'second'), refusedToken()];
    expect(await sendJson('POST', '/x')).toEqual({ ok: false, status: 403, message: 'No' });
    expect(requests).toHaveLength(3);
  });

  test('that is missing sends nothing', async () => {
    meta = null;
    expect(await sendJson('POST', '/x')).toMatchObject({ ok: false, message: 'Could not obtain CSRF token' });
    expect(await signIn('a@b.c', 'x')).toEqual({ success: false, error: 'Could not obtain CSRF token' });
    expect(requests).toHaveLength(0);
  });
});

test('no answer at all is a refusal without words', async () => {
  expect(await sendJson('DELETE', '/x')).toEqual({ ok: false, status: 0 });
});

describe('sign-in', () => {
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  const user = { email: 'a@b.c', name: 'A' };

  test('sends a form, follows by hand and asks who it is', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: true, user }, 'second')];
    expect(await signIn('a@b.c', 'pass word')).toEqual({ success: true, user });
    expect(requests.map(({ url }) => url)).toEqual(['/users/sign_in', '/docs', calls.authStatus]);
    expect(requests[0]?.init.redirect).toBe('manual');
    expect(String(requests[0]?.init.body)).toBe(
      'user%5Bemail%5D=a%40b.c&user%5Bpassword%5D=pass+word&authenticity_token=first',
    );
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
  });

  test('that leaves nobody signed in has failed', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: false })];
    expect(await signIn('a@b.c', 'x')).toEqual({ success: false, error: 'Authentication failed' });
  });

  test('without an answer says so in its words', async () => {
    expect(await signIn('a@b.c', 'x')).toEqual({ success: false, error: 'An error occurred during sign in' });
  });

  test('sends the renewed token in the form too', async () => {
    answers = [
      refusedToken(),
      json(200, { authenticated: false }, 'second'),
      json(401, { success: false, error: 'x', errors: [] }),
    ];
    expect(await signIn('a@b.c', 'x')).toEqual({ success: false, error: 'Invalid email or password' });
    expect(String(requests[2]?.init.body)).toContain('authenticity_token=second');
  });
});
