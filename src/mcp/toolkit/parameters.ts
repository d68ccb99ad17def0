import { z } from 'zod';
import { memberCount } from '../../api/parameters.ts';

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

/** Arguments that several tools take, under the names that the API gives them. */

const timeForms = 'UTC such as 2026-11-15T18:00:00Z, or with an offset such as -05:00';

export const time = (what: string) => z.string().max(40).optional().describe(`${what} ${timeForms}.`);

export const initializationTime = time(
  'The run to use, by its initialization time (00, 06, 12 or 18 UTC). Leave it out for the newest.',
);

export const series = {
  ens_member: z
    .preprocess(memberOf, z.union([z.literal('mean'), z.int().min(0).max(memberCount)]))
    .optional()
    .describe('A member of the ensemble, 1 to 25, or "mean". Not together with intracycle.'),
  intracycle: flag().optional().describe('true for the hourly runs between the main ones.'),
};

/** As the forms of the documentation take it: there members are counted from 1. */
export const seriesValues = ({ ens_member, intracycle }: z.infer<z.ZodObject<typeof series>>) => ({
  ens_member: ens_member === 0 ? memberCount : ens_member,
  intracycle,
});

export const missionId = z
  .string()
  .max(40)
  .describe('The id of a mission, or its name such as W-1960, both from get_flying_missions.');

export const region = {
  min_latitude: decimal(-90, 90).optional().describe('Southern bound, degrees north.'),
  max_latitude: decimal(-90, 90).optional().describe('Northern bound, degrees north.'),
  min_longitude: decimal(-180, 360)
    .optional()
    .describe('Western bound, degrees east. Greater than max_longitude: a box across the date line.'),
  max_longitude: decimal(-180, 360).optional().describe('Eastern bound, degrees east.'),
};

export type GivenRegion = z.infer<z.ZodObject<typeof region>>;

export const latitude = z.number().describe('degrees north');
export const longitude = z.number().describe('degrees east');

function memberOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const word = given.trim().toLowerCase();
  return /^\d{1,2}$/.test(word) ? Number(word) : word;
}

/** A run as an argument of another call; undefined where the provider did not tell it. */
export const runArgument = (run: string) => (Number.isNaN(Date.parse(run)) ? undefined : run.slice(0, 19));
