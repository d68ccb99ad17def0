import { describe, expect, inject, test } from 'vitest';
import { readAnswer } from '../../src/pictures/answers.ts';
import { textOf } from '../../src/pictures/picture-text.ts';
import { drawnAnswer, listDrawnAnswers } from './drawn-answers.ts';
import { siteOf } from './sandbox.ts';
import { shapeDifferences } from './shape.ts';

const sandbox = inject('sandbox');

describe('every picture of a page is drawn from what the API answers', () => {
  for (const drawn of listDrawnAnswers(siteOf(sandbox.url))) {
    const skip = ['curl', 'ncdump'].some((name) => sandbox.missing.includes(name));
    test(drawn.shown.name, { skip }, async () => {
      const real = await drawnAnswer(sandbox, drawn);
      expect(shapeDifferences(drawn.stored!.answer, real), 'npm run samples:update rewrites it').toEqual([]);
      const { picture, names } = drawn.drawnAs;
      const options = { names, askedAt: new Date().toISOString() };
      expect(textOf(readAnswer(picture, real, options)).caption()).not.toMatch(/NaN|undefined/);
    });
  }
});
