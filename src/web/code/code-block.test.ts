import { expect, test } from 'vitest';
import { languageToShow } from './code-block.tsx';

test('shows the chosen language, or the first one if it is missing', () => {
  expect(languageToShow('ruby', ['curl', 'python', 'ruby'])).toBe('ruby');
  expect(languageToShow('netcdf', ['curl', 'python'])).toBe('curl');
  expect(languageToShow('curl', ['python', 'ruby'])).toBe('python');
  expect(languageToShow('curl', [])).toBeUndefined();
});
