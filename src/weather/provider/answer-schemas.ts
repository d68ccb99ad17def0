import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { findTimeMs, isoMicroseconds, isoSeconds } from '../api-time.ts';

/** More than the longest documented answer. MCP tools sort and sum rows in one turn of the event loop. */
const maxRows = 10_000;
const rowsBetweenPauses = 100;
const maxTextLength = 200;
const maxTimeLength = 40;

/**
 * The provider's text as one line for pages, logs, emails and assistants: no control characters, no characters that
 * change the reading direction, and no more than a sentence.
 */
export const cleanText = (text: string) =>
  text
    .slice(0, 4 * maxTextLength)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);

export const text = z.string().transform(cleanText);

const zonedForm = /T.*(Z|[+-]\d{2}:\d{2})$/;

/** A time without a zone is UTC, and gets one, because all later code reads times with `Date.parse`. */
export const time = z
  .string()
  .max(maxTimeLength)
  .transform((value, context) => {
    const timeMs = findTimeMs(value);
    if (timeMs !== undefined) return zonedForm.test(value) ? value : isoSeconds(timeMs);
    context.addIssue('Not a time');
    return z.NEVER;
  });

/** A time with six decimals, however many digits the provider writes. */
export const microsecondTime = time.transform((value) => {
  const [, fraction = ''] = /\.(\d+)/.exec(value) ?? [];
  const microseconds = Number(fraction.padEnd(6, '0').slice(0, 6));
  const timeMs = (findTimeMs(value) ?? 0) + Math.floor(microseconds / 1000);
  return isoMicroseconds(timeMs, microseconds % 1000);
});

/** Nanoseconds since 1970, which a JavaScript number does not hold. */
export const nanoseconds = z.union([z.bigint().nonnegative(), z.int().nonnegative().transform(BigInt)]);

/** The entries of a list or record are not checked here: their number is limited first, and they take a while. */
export const list = z.custom<unknown[]>(Array.isArray);
export const record = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** The error names the first field that is not as documented, or `name` if the value itself is not. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const field = error.issues[0]?.path.findLast((step) => typeof step === 'string');
  throw missingFromResponse(field ?? name);
}

export const readRows = <Schema extends z.ZodType>(rows: readonly unknown[], name: string, schema: Schema) =>
  mapRows(rows, name, (row) => read(schema, row, name));

/** Thousands of rows are checked with pauses, so that other requests are served in between. */
export function mapRows<Row>(
  rows: readonly unknown[],
  name: string,
  readRow: (row: unknown) => Row,
  max = maxRows,
): Promise<Row[]> {
  requireAtMost(max, rows.length, name);
  return inSlices(readEach(rows, readRow));
}

function* readEach<Row>(rows: readonly unknown[], readRow: (row: unknown) => Row): LongWork<Row[]> {
  const found: Row[] = [];
  for (const row of rows) if (found.push(readRow(row)) % rowsBetweenPauses === 0) yield;
  return found;
}

export const missingFromResponse = (name: string) =>
  new PublicError(502, `The provider's API response is missing ${cleanText(name)}, which it documents.`);

export function requireAtMost(max: number, count: number, name: string): void {
  if (count > max)
    throw new PublicError(
      502,
      `The provider's API answered with more than ${max.toLocaleString('en-US')} ${cleanText(name)}.`,
    );
}
