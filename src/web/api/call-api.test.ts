import { expect, test } from 'vitest';
import { apiErrorMessage } from './call-api.ts';

const hostile = JSON.stringify({ error: `No\u202e${'\u0007\n'.repeat(300)}${'x'.repeat(5000)}` });

test("a provider's error message is cleaned and cut to 200 characters", () => {
  const sentence = apiErrorMessage(hostile, 'forecasts', 'data')!;
  expect(sentence).toMatch(/^No x*$/);
  expect(sentence.length).toBeLessThanOrEqual(200);
});

test("the sandbox's error message is shown unchanged", () => {
  const error = `variable: choose ${'one of many '.repeat(40)}`;
  expect(apiErrorMessage(JSON.stringify({ error }), 'forecasts', 'both')).toBe(error);
});

test('other bodies have no error message', () => {
  for (const body of ['', '[]', '{"error":7}', '<html>', new ArrayBuffer(2)])
    expect(apiErrorMessage(body, 'data', false)).toBeUndefined();
});
