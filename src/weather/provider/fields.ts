import { PublicError } from '../../platform/errors.ts';
import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { findTimeMs, isoMicroseconds, isoSeconds } from '../api-time.ts';

type Row = Record<string, unknown>;

/** More than the longest documented answer; tools sort and sum up rows in one turn of the event loop. */
const maxRows = 10_000;
const rowsBetweenPauses = 100;
const maxTextLength = 200;
const maxTimeLength = 40;

/**
 * What the provider wrote, as one line of plain text for pages, logs, mails and assistants: no control characters, no
 * marks that turn the reading direction, and no more than a sentence.
 */
export const cleanText = (text: string) =>
  text
    .slice(0, 4 * maxTextLength)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);

/** What a row of the provider must have, or we say that it is missing; what else it has is left alone. */
export function list(body: Row, name: string): unknown[] {
  const value = body[name];
  if (!Array.isArray(value)) throw missing(name);
  requireAtMost(maxRows, value.length, name);
  return value;
}

export function rows(body: Row, name: string): Row[] {
  return rowsIn(list(body, name), name);
}

/** Thousands of rows are checked with pauses, so that other requests are served in between. */
export const mapRows = <Result>(all: readonly Row[], check: (row: Row) => Result): Promise<Result[]> =>
  inSlices(checkEach(all, check));

function* checkEach<Result>(all: readonly Row[], check: (row: Row) => Result): LongWork<Result[]> {
  const checked: Result[] = [];
  for (const row of all) {
    checked.push(check(row));
    if (checked.length % rowsBetweenPauses === 0) yield;
  }
  return checked;
}

/** Of a list that has no name of its own. */
export function rowsIn(value: unknown, name: string): Row[] {
  if (!Array.isArray(value) || !value.every(isRecord)) throw missing(name);
  return value;
}

export function times(body: Row, name: string): string[] {
  return list(body, name).map((value) => timeOf(value, name));
}

export function record(body: Row, name: string): Row {
  const value = body[name];
  if (!isRecord(value)) throw missing(name);
  return value;
}

export function text(row: Row, name: string): string {
  return textOf(row[name], name);
}

export function time(row: Row, name: string): string {
  return timeOf(row[name], name);
}

/** A time without a zone is UTC, and gets one: everything behind this reads times with `Date.parse`. */
export function timeOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > maxTimeLength) throw missing(name);
  const timeMs = findTimeMs(value);
  if (timeMs === undefined) throw missing(name);
  return zonedForm.test(value) ? value : isoSeconds(timeMs);
}

const zonedForm = /T.*(Z|[+-]\d{2}:\d{2})$/;

/** A time with its microseconds, however many digits the provider writes. */
export function microsecondTime(row: Row, name: string): string {
  const text = time(row, name);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const microseconds = Number(fraction.padEnd(6, '0').slice(0, 6));
  return isoMicroseconds(findTimeMs(text)! + Math.floor(microseconds / 1000), microseconds % 1000);
}

export function number(row: Row, name: string): number {
  const value = row[name];
  if (!isNumber(value)) throw missing(name);
  return value;
}

export function numbers<Name extends string>(row: Row, names: readonly Name[]): Record<Name, number> {
  const found = {} as Record<Name, number>;
  for (const name of names) found[name] = number(row, name);
  return found;
}

/** Null is what was not measured, or not computed; it is never a zero. */
export function measurements<Name extends string>(
  row: Row,
  names: readonly Name[],
): Record<Name, number | null> {
  const found = {} as Record<Name, number | null>;
  for (const name of names) found[name] = row[name] === null ? null : number(row, name);
  return found;
}

/** Nanoseconds since 1970, which a JavaScript number does not hold. */
export function nanoseconds(body: Row, name: string): bigint {
  const value = body[name];
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw missing(name);
  return BigInt(value);
}

export const missing = (name: string) =>
  new PublicError(502, `The provider’s API answered without ${cleanText(name)}, which it documents.`);

const textOf = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw missing(name);
  return cleanText(value);
};

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON writes numbers that are too large to be one. */
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export function requireAtMost(max: number, count: number, name: string): void {
  if (count > max)
    throw new PublicError(
      502,
      `The provider’s API answered with more than ${max.toLocaleString('en-US')} ${cleanText(name)}.`,
    );
}
