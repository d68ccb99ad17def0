import { expect, test } from 'vitest';
import { findNearest } from './mistakes.ts';

test.each([
  ['descripton', 'description'],
  ['descriptoin', 'description'],
  ['titel', 'title'],
  ['requierd', 'required'],
])('%s was meant to be %s', (word, meant) => {
  expect(findNearest(word, ['title', 'description', 'required', 'type'])).toBe(meant);
});

test('a word that is near none of them is not guessed at', () => {
  expect(findNearest('colour', ['title', 'description', 'note'])).toBeUndefined();
});
