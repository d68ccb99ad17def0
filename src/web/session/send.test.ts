import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PublicError, staleCsrfToken } from '../../platform/errors.ts';
import { errorDocument } from '../../platform/http/error-handler.ts';
import { calls } from '../../urls.ts';
import { describeSignInError, signIn, signUp } from './auth-calls.ts';
import { fetchAuthStatus, sendJson } from './send.ts';

/** The parts of the browser that the calls use. */
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
const rejectedToken = () => json(403, { success: false, code: 'csrf', error: 'No', errors: ['No'] });
const post = (body?: object) => sendJson('POST', '/x', 'Failed', body);
const headerOf = (index: number, name: string) => new Headers(requests[index]?.init.headers).get(name);

describe('the CSRF token', () => {
  test('is saved from every answer that contains one', async () => {
    answers = [json(200, { authenticated: false }, 'second')];
    await fetchAuthStatus();
    expect(meta?.content).toBe('second');
  });

  test('is renewed and the call repeated when it is rejected', async () => {
    answers = [rejectedToken(), json(200, { authenticated: false }, 'second'), json(200, { success: true })];
    expect(await post({ a: 1 })).toEqual({ ok: true, value: { success: true } });
    expect(requests.map(({ url }) => url)).toEqual(['/x', calls.authStatus, '/x']);
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
    expect(headerOf(2, 'X-CSRF-Token')).toBe('second');
  });

  test('is not renewed for another error', async () => {
    answers = [json(403, { success: false, error: 'No' })];
    expect(await post()).toEqual({ ok: false, status: 403, message: 'No' });
    expect(requests).toHaveLength(1);
  });

  test('is renewed only once', async () => {
    answers = [rejectedToken(), json(200, { authenticated: false }, 'second'), rejectedToken()];
    expect(await post()).toEqual({ ok: false, status: 403, code: 'csrf', message: 'No' });
    expect(requests).toHaveLength(3);
  });

  test('is required: without it nothing is sent', async () => {
    meta = null;
    expect(await post()).toMatchObject({ ok: false, message: 'Could not obtain CSRF token' });
    expect(await signIn('a@b.c', 'x')).toMatchObject({
      ok: false,
      message: 'Could not obtain CSRF token',
    });
    expect(requests).toHaveLength(0);
  });
});

test('a missing answer is an error with the fallback message', async () => {
  expect(await post()).toEqual({ ok: false, status: 0, message: 'Failed' });
});

describe('sign-up', () => {
  const form = { name: 'A', email: 'a@b.c', password: 'x', password_confirmation: 'x' };

  test('fails with a message if the server sends none', async () => {
    answers = [new Response('Bad Gateway', { status: 502 })];
    expect(await signUp(form)).toMatchObject({ ok: false, status: 502, message: 'Sign up failed' });
  });

  test('reports a missing answer', async () => {
    expect(await signUp(form)).toMatchObject({ ok: false, message: 'An error occurred during sign up' });
  });
});

describe('sign-in', () => {
  const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  const user = { email: 'a@b.c', name: 'A' };
  /** An error page as the server sends it. */
  const page = (error: PublicError) =>
    new Response(errorDocument(error), {
      status: error.status,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  /** Parses only the alert of an error page. */
  class OnlyAlert {
    parseFromString(html: string) {
      const [, code, textContent] = /role="alert" data-code="([^"]*)">([^<]*)</.exec(html) ?? [];
      return { querySelector: () => ({ textContent, dataset: { code } }) };
    }
  }
  beforeEach(() => void vi.stubGlobal('DOMParser', OnlyAlert));

  test('sends a form, follows the redirect and fetches the user', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: true, user }, 'second')];
    expect(await signIn('a@b.c', 'pass word')).toEqual({ ok: true, value: { user } });
    expect(requests.map(({ url }) => url)).toEqual(['/users/sign_in', '/docs', calls.authStatus]);
    expect(requests[0]?.init.redirect).toBe('manual');
    expect(String(requests[0]?.init.body)).toBe(
      'user%5Bemail%5D=a%40b.c&user%5Bpassword%5D=pass+word&authenticity_token=first',
    );
    expect(headerOf(0, 'X-CSRF-Token')).toBe('first');
  });

  test('fails if no user is signed in afterwards', async () => {
    answers = [redirect(), new Response('docs'), json(200, { authenticated: false })];
    expect(await signIn('a@b.c', 'x')).toMatchObject({ ok: false, message: 'Authentication failed' });
  });

  test.each([
    { how: 'with an error', answer: new Response('Bad Gateway', { status: 502 }) },
    { how: 'without an answer', answer: undefined },
  ])('fails in the same way if the status call ends $how', async ({ answer }) => {
    answers = [redirect(), new Response('docs'), ...(answer ? [answer] : [])];
    expect(await signIn('a@b.c', 'x')).toMatchObject({ ok: false, message: 'Authentication failed' });
    expect(requests.map(({ url }) => url)).toEqual(['/users/sign_in', '/docs', calls.authStatus]);
  });

  test('reports a missing answer', async () => {
    expect(await signIn('a@b.c', 'x')).toMatchObject({
      ok: false,
      message: 'An error occurred during sign in',
    });
  });

  test('sends the renewed token in the form too', async () => {
    answers = [
      page(staleCsrfToken()),
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

describe('a sign-in error', () => {
  test('with 401 or 422 means bad credentials, whatever the page says', () => {
    expect(describeSignInError(401, true, 'Something else')).toBe('Invalid email or password');
    expect(describeSignInError(422, false)).toBe('Invalid email or password');
  });

  test('shows the alert of another page, or a fallback if there is none', () => {
    expect(describeSignInError(429, true, '  Too many sign-in attempts. ')).toBe(
      'Too many sign-in attempts.',
    );
    expect(describeSignInError(429, true, ' ')).toBe('Sign in failed');
    expect(describeSignInError(500, true)).toBe('Authentication failed');
  });

  test('without a page is any other failure', () => {
    expect(describeSignInError(500, false)).toBe('An error occurred during sign in');
  });
});
