import { expect, test } from 'vitest';
import { apiErrorMessage } from './call-api.ts';
import { nextSinceIn } from './next-page.ts';

const refused = (body: string | ArrayBuffer) => ({ status: 400, body });
const hostile = JSON.stringify({ error: `No\u202e${'\u0007\n'.repeat(300)}${'x'.repeat(5000)}` });

test("a provider's error message is cleaned and cut to 200 characters", () => {
  const sentence = apiErrorMessage(refused(hostile), 'forecasts', 'data')!;
  expect(sentence).toMatch(/^No x*$/);
  expect(sentence.length).toBeLessThanOrEqual(200);
});

test("the sandbox's error message is shown unchanged", () => {
  const error = `variable: choose ${'one of many '.repeat(40)}`;
  expect(apiErrorMessage(refused(JSON.stringify({ error })), 'forecasts', 'both')).toBe(error);
});

test('other bodies have no error message', () => {
  for (const body of ['', '[]', '{"error":7}', '<html>', new ArrayBuffer(2)])
    expect(apiErrorMessage(refused(body), 'data', false)).toBeUndefined();
});

test('an API that is down has the same sentence everywhere, unless it sends its own', () => {
  const message = (body: string) => apiErrorMessage({ status: 502, body }, 'data', false);
  expect(message('<html>Bad Gateway</html>')).toBe(
    "The API isn't available (status 502). Try again in a moment.",
  );
  expect(message('{"error":"Closed until noon"}')).toBe('Closed until noon');
});

test('the next page keeps every digit of next_since', () => {
  expect(nextSinceIn('{"has_next_page": true, "next_since": 1794817261349864004}')).toBe(
    '1794817261349864004',
  );
  expect(nextSinceIn('{"has_next_page":false,"next_since":1794817261349864004}')).toBeUndefined();
});
