import { badRequest } from '../platform/errors.ts';
import { hourMs } from '../time.ts';
import { findTimeMs } from './api-time.ts';

/** The parameters of one request. An unknown or repeated one is an error. */
export class Query {
  readonly #values: Record<string, string> = {};

  constructor(raw: unknown, known: readonly string[]) {
    for (const [name, value] of Object.entries(raw ?? {})) {
      if (!known.includes(name)) {
        throw badRequest(
          known.length === 0
            ? 'This endpoint takes no parameters.'
            : `Unknown parameter. This endpoint takes ${inWords(known, 'and')}.`,
        );
      }
      if (typeof value !== 'string') throw badRequest(`${name} is given more than once.`);
      this.#values[name] = value;
    }
  }

  find(name: string): string | undefined {
    return this.#values[name];
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** Python sends True and False. A present parameter is not enough: its value decides. */
  isTrue(name: string): boolean {
    const value = this.#values[name]?.toLowerCase();
    if (value === undefined || value === 'false') return false;
    if (value === 'true') return true;
    throw badRequest(`${name} must be true or false.`);
  }

  findNumber(name: string, min: number, max: number): number | undefined {
    return this.#findInRange(name, 'a number', numberForm, min, max);
  }

  findWhole(name: string, min: number, max: number): number | undefined {
    return this.#findInRange(name, 'a whole number', wholeNumberForm, min, max);
  }

  /** Minutes and seconds are ignored. */
  findTimeMs(name: string): number | undefined {
    const text = this.#values[name];
    if (text === undefined) return undefined;
    const timeMs = findTimeMs(text);
    if (timeMs !== undefined) return Math.floor(timeMs / hourMs) * hourMs;
    throw badRequest(
      `${name} must be a time in UTC such as 2026111500, 2026-11-15T00 or 2026-11-15T00:00:00.`,
    );
  }

  findOneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.#values[name];
    if (text === undefined) return undefined;
    const choice = choices.find((each) => each === text);
    if (choice !== undefined) return choice;
    throw badRequest(`${name} must be ${inWords(choices, 'or')}.`);
  }

  #findInRange(name: string, kind: string, form: RegExp, min: number, max: number): number | undefined {
    const text = this.#values[name];
    if (text === undefined) return undefined;
    const value = form.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw badRequest(`${name} must be ${kind} from ${min} to ${max}.`);
  }
}

/** Accepts every form in which programming languages write numbers; otherwise NaN. */
export const numberOf = (text: string) => (numberForm.test(text) ? Number(text) : Number.NaN);

// The second run of digits needs a dot, so a number can be matched in only one way and matching takes linear time.
const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const wholeNumberForm = /^[+-]?\d{1,9}$/;

export function inWords(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
