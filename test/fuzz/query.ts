import fc from 'fast-check';
import { hostileText } from './hostile-text.ts';

export type Pair = [name: string, value: string];

/** Ways to encode a value in a URL: correctly, not at all, twice, or every byte. */
const spellings: Record<string, (text: string) => string> = {
  right: (text) => encodeURIComponent(text.toWellFormed()),
  raw: (text) => text,
  twice: (text) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  bytes: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
};

const spelling = fc.oneof(
  { weight: 6, arbitrary: fc.constant('right') },
  { weight: 1, arbitrary: fc.constantFrom('raw', 'twice', 'bytes') },
);

export const spelled = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, spelling).map(([given, how]) => spellings[how]!(given));

export const writeQuery = (pairs: Pair[]): string =>
  pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${name}=${spellings.right!(value)}`).join('&')}`;

/** Returns the parameters with some of them repeated, in brackets, unknown or misspelt. */
export const disturbed = (pairs: fc.Arbitrary<Pair[]>): fc.Arbitrary<string> =>
  fc
    .tuple(pairs, spelling, fc.array(fc.tuple(hostileText, spelled(hostileText)), { maxLength: 2 }), trick)
    .map(([given, how, foreign, play]) => {
      const known = given.map(([name, value]) => play(name, spellings[how]!(value)));
      const added = foreign.map(([name, value]) => `${spellings.right!(name)}=${value}`);
      return `?${[...known, ...added].join('&')}`;
    });

const trick = fc.constantFrom<((name: string, value: string) => string)[]>(
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}=${value}&${name}=${value}`,
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[a][__proto__]=${value}`,
  (name) => name,
  (name) => `${name}=`,
  (name, value) => `${name.toUpperCase()}=${value}`,
  (name, value) => `&&${name}==${value};`,
);
