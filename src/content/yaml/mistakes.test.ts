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

test('there is no suggestion for a word that is similar to none', () => {
  expect(findNearest('colour', ['title', 'description', 'note'])).toBeUndefined();
});
