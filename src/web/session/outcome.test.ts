import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readOutcome, retryAtMs, serverMessage } from './outcome.ts';

const now = Date.parse('2026-03-14T15:09:26Z');
beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

describe('an outcome', () => {
  test('has the body of the answer as its value', async () => {
    expect(await readOutcome(json(200, { tokens: [] }), 'Failed')).toEqual({
      ok: true,
      value: { tokens: [] },
    });
  });

  test('has the code and message of the server, and when to try again', async () => {
    const body = { success: false, code: 'too-often', error: 'Slow down.', errors: ['Slow down.'] };
    expect(await readOutcome(json(429, body, { 'Retry-After': '42' }), 'Failed')).toEqual({
      ok: false,
      status: 429,
      code: 'too-often',
      message: 'Slow down.',
      retryAtMs: now + 42_000,
    });
  });

  test('is an error if the body says so, whatever the status', async () => {
    expect(await readOutcome(json(200, { success: false, error: 'No' }), 'Failed')).toEqual({
      ok: false,
      status: 200,
      message: 'No',
    });
  });

  test('treats an incomplete answer as missing', async () => {
    expect(await readOutcome(new Response('{"success":tr'), 'Failed')).toEqual({
      ok: false,
      status: 0,
      message: 'Failed',
    });
  });

  test('has no code, the fallback message and the status if a proxy answers with its own page', async () => {
    const answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const refusal = { ok: false, status: 502, message: 'Failed', detail: 'HTTP 502' };
    expect(await readOutcome(answer(), 'Failed')).toEqual(refusal);
    expect(await readOutcome(answer(), (status) => `${status}?`)).toEqual({ ...refusal, message: '502?' });
  });
});

test('joins several errors, sentences with a space', () => {
  expect(serverMessage({ errors: ['Too short', 'No digit'] })).toBe('Too short, No digit');
  expect(serverMessage({ errors: ['Too short.', 'No digit.'] })).toBe('Too short. No digit.');
  expect(serverMessage({ errors: [], error: 'No' })).toBe('No');
  expect(serverMessage('nonsense')).toBeUndefined();
});

test('accepts only a number of seconds as a wait', () => {
  expect(retryAtMs(new Headers({ 'Retry-After': '1.2' }))).toBe(now + 2000);
  expect(retryAtMs(new Headers({ 'Retry-After': 'soon' }))).toBeUndefined();
  expect(retryAtMs(new Headers())).toBeUndefined();
});
