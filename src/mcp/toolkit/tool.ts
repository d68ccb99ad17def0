import { z } from 'zod';
import type { SearchHit } from '../../content/search.ts';
import type { Site } from '../../content/site.ts';
import type { CachedKey } from '../../gateway/key-cache.ts';
import type { KeyDenial } from '../../keys/contract.ts';
import { Query } from '../../weather/query.ts';
import type { WeatherSource } from '../../weather/source.ts';
import type { CheckLinks } from './check-links.ts';

/** A tool for assistants. The MCP page of the documentation describes it under its name. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  /** The name that clients show to people. */
  title: string;
  /** The endpoint whose rights the tool needs and whose quota it uses; undefined for a free tool. */
  path: string | undefined;
  /** The requests that a call costs, from arguments that are not validated yet; 1 by default. */
  cost?: (input: Record<string, unknown>, nowMs: number) => number;
  input: Input;
  output: Output;
  answer(input: z.output<Input>, context: ToolContext): Answer<Output> | Promise<Answer<Output>>;
}

export interface QuotaLeft {
  limit: number;
  remaining: number;
  reset: string;
}

/** The part of the context that is the same for all callers. */
export interface SharedContext {
  site: Site;
  checks: CheckLinks;
  search: (query: string) => SearchHit[];
  /** Whether this server, and not a provider's, answers the endpoint of this path. */
  isServedHere: (path: string) => boolean;
  /** Reads the rest of the key's hourly limit without counting a call. */
  quotaLeft: (key: CachedKey) => Promise<QuotaLeft>;
  /** Reads the most recent calls with the key, or with all keys of a connection's person, that were denied. */
  listDenials: (key: CachedKey) => Promise<KeyDenial[]>;
  now: () => number;
}

export interface ToolContext extends SharedContext {
  key: CachedKey;
  /** A provider's API is called with the caller's own key. */
  weather: WeatherSource;
}

/** Clients show either the text or the data, so both have the same rows. */
interface Answer<Output extends z.ZodObject = z.ZodObject> {
  text: string;
  data: z.input<Output>;
  /** Pages on which a person can check the numbers. */
  check?: string[];
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  return tool;
}

/** The arguments as a query of the API, so that its rules and error messages apply here too. */
export function toQuery(input: Record<string, unknown>, names: readonly string[]): Query {
  const values = names
    .filter((name) => input[name] !== undefined)
    .map((name) => [name, String(input[name])] as const);
  return new Query(Object.fromEntries(values), names);
}

export const nextArguments = z.record(z.string(), z.unknown()).optional().meta({
  description: 'Call the tool again with exactly these arguments for the next part. Absent in the last part.',
  // Some clients don't accept an empty schema as "anything".
  additionalProperties: true,
});

export const nextLine = (next: z.infer<typeof nextArguments>) =>
  next ? `\nThere is more. For the next part call again with ${JSON.stringify(next)}` : '';

/** The limit for the text of an answer, which a model reads. Longer answers come in parts. */
export const maxTextLength = 4000;
/** Space for headings, links to check the numbers, and the arguments for the next part. */
const reservedLength = 1100;

/** Counts the rows whose lines fit into one answer, together with other text of a given length; at least one. */
export function countFitting<Row>(
  rows: readonly Row[],
  lineOf: (row: Row) => string,
  otherLength = 0,
): number {
  let left = maxTextLength - reservedLength - otherLength;
  for (const [index, row] of rows.entries()) {
    left -= lineOf(row).length + 1;
    if (left < 0) return Math.max(1, index);
  }
  return rows.length;
}
