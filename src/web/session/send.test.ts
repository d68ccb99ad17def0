import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outOfDate, PublicError } from '../../platform/errors.ts';
import { errorDocument } from '../../platform/http/error-handler.ts';
import { calls } from '../../urls.ts';
import { signUp } from './calls.ts';
import { askStatus, sendJson } from './send.ts';
import { signIn } from './sign-in.ts';

/** The things of a browser that the calls touch. */
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
const refusedToken = () => json(403, { success: false, code: 'csrf', error: 'No', errors: ['No'] });
const post = { method: 'POST', url: '/x', fallback: 'Failed' } as const;
const headerOf = (index: number, name: string) => new Headers(requests[index]?.init.headers).get(name);

describe('the CSRF token', () => {
  test('is kept from every answer that brings one', async () => {
    answers = [json(200, { authenticated: false }, 'second')];
    await askStatus();
    expect(meta?.content).toBe('second');
  });

  test('is renewed and the call sent once more when it is refused', async () => {
    answers = [refusedToken(), json(200, { authenticated: false }, 'second'), json(200, { success: true })];
    expect(await sendJson({ ...post, body: { a: 1 } })).toEqual({ ok: true, value: { success: true } });
    expect(requests.map(({ url }) => url)).toEqual(['/x', calls.authStatus, '/x']);
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
    expect(headerOf(2, 'X-CSRF-Token')).toBe('second');
  });

  test('is not blamed for a refusal that does not name it', async () => {
    answers = [json(403, { success: false, error: 'No' })];
    expect(await sendJson(post)).toEqual({ ok: false, status: 403, message: 'No' });
    expect(requests).toHaveLength(1);
  });

  test('is renewed only once', async () => {
    answers = [refusedToken(), json(200, { authenticated: false }, 'second'), refusedToken()];
    expect(await sendJson(post)).toEqual({ ok: false, status: 403, code: 'csrf', message: 'No' });
    expect(requests).toHaveLength(3);
  });

  test('that is missing sends nothing', async () => {
    meta = null;
    expect(await sendJson(post)).toMatchObject({ ok: false, message: 'Could not obtain CSRF token' });
    expect(await signIn('a@b.c', 'x')).toMatchObject({
      ok: false,
      message: 'Could not obtain CSRF token',
    });
    expect(requests).toHaveLength(0);
  });
});

test('no answer at all is a refusal in the words of the call', async () => {
  expect(await sendJson(post)).toEqual({ ok: false, status: 0, message: 'Failed' });
});

describe('sign-up', () => {
  const form = { name: 'A', email: 'a@b.c', password: 'x', password_confirmation: 'x' };

  test('that is refused without words has failed', async () => {
    answers = [new Response('Bad Gateway', { status: 502 })];
    expect(await signUp(form)).toMatchObject({ ok: false, status: 502, message: 'Sign up failed' });
  });

  test('that nobody answered met an error', async () => {
    expect(await signUp(form)).toMatchObject({ ok: false, message: 'An error occurred during sign up' });
  });
});

describe('sign-in', () => {
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  const user = { email: 'a@b.c', name: 'A' };
  /** As the server sends it. */
  const page = (error: PublicError) =>
    new Response(errorDocument(error), {
      status: error.status,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  /** As much of HTML as a page of ours needs. */
  class OnlyAlert {
    parseFromString(html: string) {
      const [, code, textContent] = /role="alert" data-code="([^"]*)">([^<]*)</.exec(html) ?? [];
      return { querySelector: () => ({ textContent, dataset: { code } }) };
    }
  }
  beforeEach(() => void vi.stubGlobal('DOMParser', OnlyAlert));

  test('sends a form, follows by hand and asks who it is', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: true, user }, 'second')];
    expect(await signIn('a@b.c', 'pass word')).toEqual({ ok: true, value: { user } });
    expect(requests.map(({ url }) => url)).toEqual(['/users/sign_in', '/docs', calls.authStatus]);
    expect(requests[0]?.init.redirect).toBe('manual');
    expect(String(requests[0]?.init.body)).toBe(
      'user%5Bemail%5D=a%40b.c&user%5Bpassword%5D=pass+word&authenticity_token=first',
    );
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
  });

  test('that leaves nobody signed in has failed', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: false })];
    expect(await signIn('a@b.c', 'x')).toMatchObject({ ok: false, message: 'Authentication failed' });
  });

  test('without an answer says so in its words', async () => {
    expect(await signIn('a@b.c', 'x')).toMatchObject({
      ok: false,
      message: 'An error occurred during sign in',
    });
  });

  test('sends the renewed token in the form too', async () => {
    answers = [
      page(outOfDate()),
      json(200, { authenticated: false }, 'second'),
      page(new PublicError(401, 'No', {}, 'wrong-credentials')),
    ];
    expect(await signIn('a@b.c', 'x')).toEqual({
      ok: false,
      status: 401,
      code: 'wrong-credentials',
      message: 'Invalid email or password',
    });
    expect(String(requests[2]?.init.body)).toContain('authenticity_token=second');
  });
});
