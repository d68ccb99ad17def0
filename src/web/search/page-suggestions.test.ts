import { expect, test } from 'vitest';
import { wordsOf } from './page-suggestions.tsx';

test.each([
  ['/docs/tropical_cyclone.html', 'tropical cyclone'],
  ['/docs/forecast-api/point-forecasts/', 'forecast point forecasts'],
  ['/caf%C3%A9%20au%20lait', 'café au lait'],
  ['/%E0%A4%A/points', 'E0 A4 points'],
  ['/', ''],
  [`/${'x'.repeat(5000)}`, ''],
  ['/<img src=x onerror=alert(1)>', 'img src onerror alert'],
])('the words of %s', (path, words) => {
  expect(wordsOf(path)).toBe(words);
});

test('a long path has few words', () => {
  expect(wordsOf('/word'.repeat(2000)).split(' ')).toHaveLength(6);
});
