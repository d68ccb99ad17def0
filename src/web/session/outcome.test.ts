import { describe, expect, test } from 'vitest';
import { readOutcome, retryAfterSeconds, serverSentence } from './outcome.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

describe('an outcome', () => {
  test('gives what the answer holds', async () => {
    expect(await readOutcome(json(200, { tokens: [] }))).toEqual({ ok: true, value: { tokens: [] } });
  });

  test('carries the sentence of the server and when to try again', async () => {
    const body = { success: false, error: 'Slow down.', errors: ['Slow down.'] };
    expect(await readOutcome(json(429, body, { 'Retry-After': '42' }))).toEqual({
      ok: false,
      status: 429,
      message: 'Slow down.',
      retryAfterSeconds: 42,
    });
  });

  test('is a refusal when the body says so, whatever the status', async () => {
    expect(await readOutcome(json(200, { success: false, error: 'No' }))).toEqual({
      ok: false,
      status: 200,
      message: 'No',
    });
  });

  test('that broke off on its way has not come', async () => {
    expect(await readOutcome(new Response('{"success":tr'))).toEqual({ ok: false, status: 0 });
  });

  test('has no words when a proxy answers with a page of its own', async () => {
    expect(await readOutcome(new Response('<h1>Bad gateway</h1>', { status: 502 }))).toEqual({
      ok: false,
      status: 502,
    });
  });
});

test('several errors are joined, sentences as sentences', () => {
  expect(serverSentence({ errors: ['Too short', 'No digit'] })).toBe('Too short, No digit');
  expect(serverSentence({ errors: ['Too short.', 'No digit.'] })).toBe('Too short. No digit.');
  expect(serverSentence({ errors: [], error: 'No' })).toBe('No');
  expect(serverSentence('nonsense')).toBeUndefined();
});

test('only a number of seconds is a time to wait', () => {
  expect(retryAfterSeconds(new Headers({ 'Retry-After': '1.2' }))).toBe(2);
  expect(retryAfterSeconds(new Headers({ 'Retry-After': 'soon' }))).toBeUndefined();
  expect(retryAfterSeconds(new Headers())).toBeUndefined();
});
