import { z } from 'zod';

/**
 * Arguments as models write them: "24" for 24, "True" for true, HDD for hdd, one value for a list of one. What is
 * listed for a client is the exact form; what is taken is that and these.
 */

export const decimal = (least: number, most: number) =>
  z.preprocess(toNumber, z.number(numberWords(least, most)).min(least).max(most));

export const whole = (least: number, most: number) =>
  z.preprocess(toNumber, z.int(numberWords(least, most)).min(least).max(most));

export const flag = () => z.preprocess(toFlag, z.boolean());

/** In any spelling of capitals; `also` has other words for the same. */
export function choice<Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  also: Record<string, Choice> = {},
) {
  return z.preprocess((given) => {
    if (typeof given !== 'string') return given;
    const word = given.trim().toLowerCase();
    return choices.find((each) => each.toLowerCase() === word) ?? also[word] ?? given;
  }, z.enum(choices));
}

/** One text, several with commas between them, or a list. */
export const texts = (most: number, lengthMax: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',').map((each) => each.trim()) : given),
    z.array(z.string().max(lengthMax)).min(1).max(most),
  );

function toNumber(given: unknown): unknown {
  return typeof given === 'string' && numberForm.test(given.trim()) ? Number(given) : given;
}

const numberForm = /^[+-]?\d{1,12}(\.\d{0,12})?$/;

function toFlag(given: unknown): unknown {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (word === 'true' || word === 'yes' || word === 1) return true;
  if (word === 'false' || word === 'no' || word === 0) return false;
  return given;
}

const numberWords = (least: number, most: number) => `send a number from ${least} to ${most}`;
