import { z } from 'zod';
import { memberCount } from '../../api/parameters.ts';
import { badRequest } from '../../platform/errors.ts';
import { findTimeMs } from '../../weather/api-time.ts';

/*
 * Models write "24" for 24, "True" for true, HDD for hdd and one value for a list of one. The listed schema has the
 * exact form; these schemas accept both.
 */

const requireNumber = (min: number, max: number) => `send a number from ${min} to ${max}`;

export const decimal = (min: number, max: number) =>
  z.preprocess(toNumber, z.number(requireNumber(min, max)).min(min).max(max));

export const integer = (min: number, max: number) =>
  z.preprocess(toNumber, z.int(requireNumber(min, max)).min(min).max(max));

export const boolean = () => z.preprocess(toBoolean, z.boolean());

/** Ignores case; `synonyms` has other words for the choices. */
export function choice<Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  synonyms: Record<string, Choice> = {},
) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const word = value.trim().toLowerCase();
    return choices.find((each) => each.toLowerCase() === word) ?? synonyms[word] ?? value;
  }, z.enum(choices));
}

/** A string, several separated by commas, or a list. */
export const stringList = (maxCount: number, maxLength: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value),
    z.array(z.string().max(maxLength)).min(1).max(maxCount),
  );

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[+-]?\d{1,12}(\.\d{0,12})?$/.test(value.trim())
    ? Number(value)
    : value;
}

function toBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 'true' || word === 'yes' || word === 1) return true;
  if (word === 'false' || word === 'no' || word === 0) return false;
  return value;
}

export const time = (description: string) =>
  z
    .string()
    .max(40)
    .optional()
    .describe(`${description} Such as 2026-11-15T18:00Z, or with an offset such as -05:00.`);

export function readTimeMs(name: string, text: string): number {
  const timeMs = findTimeMs(text.trim());
  if (timeMs !== undefined) return timeMs;
  throw badRequest(`${name} must be a time in UTC such as 2026-11-15T18:00:00Z.`);
}

export const utc = z.string().describe('UTC');

export const initializationTime = time(
  'The run to use, by its initialization time (00, 06, 12 or 18 UTC). Defaults to the newest.',
);

/** A run as an argument of another call; undefined if the provider did not name it. */
export const runArgument = (run: string) => (Number.isNaN(Date.parse(run)) ? undefined : run.slice(0, 19));

export const series = {
  ens_member: z
    .preprocess(toMember, z.union([z.literal('mean'), z.int().min(0).max(memberCount)]))
    .optional()
    .describe('An ensemble member, 1 to 25, or "mean". Can\'t be combined with intracycle.'),
  intracycle: boolean().optional().describe('true for the hourly runs between the main ones.'),
};

function toMember(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return /^\d{1,2}$/.test(word) ? Number(word) : word;
}

/** The series as the forms of the documentation take it: they count members from 1. */
export const seriesValues = ({ ens_member, intracycle }: z.infer<z.ZodObject<typeof series>>) => ({
  ens_member: ens_member === 0 ? memberCount : ens_member,
  intracycle,
});

export const missionId = z
  .string()
  .max(40)
  .describe('The id of a mission, or its name such as W-1960, both from get_flying_missions.');
