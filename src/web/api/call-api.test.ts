import { expect, test } from 'vitest';
import { apiErrorMessage } from './call-api.ts';

const hostile = JSON.stringify({ error: `No\u202e${'\u0007\n'.repeat(300)}${'x'.repeat(5000)}` });

test('what a provider writes is shown cleaned and cut to 200 characters', () => {
  const sentence = apiErrorMessage(hostile, 'forecasts', 'data')!;
  expect(sentence).toMatch(/^No x*$/);
  expect(sentence.length).toBeLessThanOrEqual(200);
});

test('the sandbox is shown as it answers', () => {
  const error = `variable: choose ${'one of many '.repeat(40)}`;
  expect(apiErrorMessage(JSON.stringify({ error }), 'forecasts', 'both')).toBe(error);
});

test('what is no sentence is none', () => {
  for (const body of ['', '[]', '{"error":7}', '<html>', new ArrayBuffer(2)])
    expect(apiErrorMessage(body, 'data', false)).toBeUndefined();
});
