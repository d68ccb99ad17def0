import { describe, expect, inject, test } from 'vitest';
import { headerDifferences } from './header-differences.ts';
import { realAnswer } from './real-answer.ts';
import { siteOf } from './sandbox.ts';
import { shapeDifferences } from './shape.ts';
import { leftOut } from './shorten.ts';
import { listShownAnswers } from './shown-answers.ts';

const sandbox = inject('sandbox');

describe('every answer that a page shows has the shape of the real one, and says so when it is shortened', () => {
  for (const shown of listShownAnswers(siteOf(sandbox.url))) {
    const isJson = shown.type === 'application/json';
    const missing = isJson ? ['curl'] : ['curl', 'ncdump', 'xarray', 'netCDF4'];
    const skip = missing.some((name) => sandbox.missing.includes(name));
    test(shown.name, { skip }, async () => {
      const real = await realAnswer(sandbox, shown);
      const found = isJson
        ? shapeDifferences(JSON.parse(shown.text), JSON.parse(real))
        : headerDifferences(shown.text, real);
      expect(found, 'npm run samples:update rewrites it').toEqual([]);
      // A run without cyclones has an empty map, which cannot show what was left out.
      if (isJson && Object.keys(JSON.parse(real)).length === 0) return;
      const cut = isJson ? leftOut(JSON.parse(shown.text), JSON.parse(real)) : undefined;
      expect(shown.shortened === undefined, `shown: ${shown.shortened}, real: ${cut}`).toBe(
        cut === undefined,
      );
      // A total would be wrong an hour later, so every number counts what is shown.
      const numbers = shown.shortened?.match(/\d+/g)?.map(Number) ?? [];
      expect(numbers.length > 0).toBe(cut !== undefined);
      if (numbers.length > 0)
        expect(countsIn(JSON.parse(shown.text))).toEqual(expect.arrayContaining(numbers));
    });
  }
});

/** The length of every list and map. */
const countsIn = (value: unknown): number[] =>
  typeof value === 'object' && value !== null
    ? [Object.keys(value).length, ...Object.values(value).flatMap(countsIn)]
    : [];
