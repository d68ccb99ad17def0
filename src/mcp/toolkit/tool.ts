import { z } from 'zod';
import type { SearchHit } from '../../content/search.ts';
import type { Site } from '../../content/site.ts';
import type { CachedKey } from '../../gateway/key-cache.ts';
import { Query } from '../../weather/query.ts';
import type { WeatherSource } from '../../weather/source.ts';
import type { CheckPages } from './check-links.ts';

/** One thing that an assistant can ask for. Its name is found in the documentation, which describes it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  /** For people, in a client's list of tools. */
  title: string;
  /** The endpoint whose rights it needs and whose quota it uses; undefined for what costs none. */
  path: string | undefined;
  /** In requests of the hour's quota, of arguments that nobody has checked yet; one, unless it is said. */
  cost?: (given: Record<string, unknown>) => number;
  input: Input;
  output: Output;
  answer(given: z.output<Input>, context: ToolContext): Answer<Output> | Promise<Answer<Output>>;
}

export interface QuotaLeft {
  limit: number;
  remaining: number;
  /** When the next hour begins, UTC. */
  reset: string;
}

/** What a tool may use to answer one call. */
export interface ToolContext extends SharedContext {
  /** The key of the caller. */
  key: CachedKey;
  /** Called with the caller's own key where a provider serves it. */
  weather: WeatherSource;
}

/** The part of the context that is the same for all callers. */
export interface SharedContext {
  site: Site;
  checks: CheckPages;
  search: (query: string) => SearchHit[];
  /** Whether this server, and not a provider's, answers the endpoint of this path. */
  isServedHere: (path: string) => boolean;
  /** Reads what is left of the key's hourly limit, and counts nothing. */
  quotaLeft: (key: CachedKey) => Promise<QuotaLeft>;
  now: () => number;
}

/** The same twice, because clients show one or the other: words for a reader, data for a program. */
interface Answer<Output extends z.ZodObject = z.ZodObject> {
  text: string;
  data: z.input<Output>;
  /** The pages that show a person the same. */
  check?: string[];
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  return tool as unknown as Tool;
}

/** The arguments as the API's own query, so that its rules and its sentences hold here too. */
export function queryOf(given: Record<string, unknown>, names: readonly string[]): Query {
  const values = names
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, String(given[name])] as const);
  return new Query(Object.fromEntries(values), names);
}

/** What an answer says about its next part. */
export const nextArguments = z.record(z.string(), z.unknown()).optional().meta({
  description:
    'Call the tool again with exactly these arguments to get the next part. Without them this was the last part.',
  // Said in so many words: not every client takes an empty schema for anything.
  additionalProperties: true,
});

type NextArguments = z.infer<typeof nextArguments>;

export function nextLine(next: NextArguments): string {
  return next ? `\nThere is more. For the next part call again with ${JSON.stringify(next)}` : '';
}

/** No answer is longer than this, as JSON: what is longer comes in parts. */
const answerCharactersMax = 20_000;

/** What stands around the rows: headings, units, and the arguments for the next part, twice. */
const aroundCharacters = 2_500;

/** How many of the rows fit into one answer, each as data and as a line of text; never none. */
export function countFitting<Row>(
  rows: readonly Row[],
  charactersOf: (row: Row) => number,
  charactersBeside = 0,
): number {
  let left = answerCharactersMax - aroundCharacters - charactersBeside;
  for (const [index, row] of rows.entries()) {
    left -= charactersOf(row);
    if (left < 0) return Math.max(1, index);
  }
  return rows.length;
}

/** The characters of a row in the answer's JSON: once as data and once as a line of text, with escapes and separators. */
export const charactersOf = (data: unknown, line: string) =>
  JSON.stringify(data).length + JSON.stringify(line).length + 1;
