import { expect, test } from 'vitest';
import { languageToShow } from './code-block.tsx';

test('the chosen language is shown where a block has it, the first one where not', () => {
  expect(languageToShow('ruby', ['curl', 'python', 'ruby'])).toBe('ruby');
  expect(languageToShow('netcdf', ['curl', 'python'])).toBe('curl');
  expect(languageToShow('curl', ['python', 'ruby'])).toBe('python');
  expect(languageToShow(undefined, ['curl', 'ruby'])).toBe('curl');
  expect(languageToShow('curl', [])).toBeUndefined();
});
