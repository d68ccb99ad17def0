import type { z } from 'zod';
import { root } from '../../platform/root.ts';

/** A mistake in the content. The message names file, line and field. */
export class ContentError extends Error {
  constructor(file: string, line: number, sentence: string) {
    super(`${file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file}:${line}: ${sentence}`);
  }
}

type Issue = z.core.$ZodIssue;

interface Mistake {
  field: PropertyKey[];
  sentence: string;
}

/** The first mistake to correct of everything that a schema finds wrong. */
export function mistakeOf(issues: Issue[]): Mistake {
  return issues
    .flatMap((issue) => found(issue, []))
    .reduce((first, each) => (isMoreUseful(each, first) ? each : first));
}

type Found = Mistake & { weight: number };

/** The deepest issue of a union is the most useful, because its shape is probably the intended one. */
const isMoreUseful = (one: Found, other: Found) =>
  one.weight > other.weight || (one.weight === other.weight && one.field.length > other.field.length);

function found(issue: Issue, prefix: PropertyKey[]): Found[] {
  const field = [...prefix, ...issue.path];
  const name = field.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(field, key, issue));
  if (issue.code !== 'invalid_union')
    return [{ field, sentence: `${name}: ${issue.message}`, weight: weights.wrongValue }];
  return [
    { field, sentence: `${name}: does not match any allowed form`, weight: weights.noShape },
    ...issue.errors.flat().flatMap((inner) => found(inner, field)),
  ];
}

function unknownField(field: PropertyKey[], key: string, { message }: Issue): Found {
  const known = message.split(' ');
  const hint = didYouMean(key, known);
  return {
    field: [...field, key],
    sentence: `unknown field \`${key}\`${hint || `: known fields are ${known.join(', ')}`}`,
    weight: hint ? weights.misspelt : weights.unknown,
  };
}

/** A misspelt field also makes the right one missing, so it is reported first. */
const weights = { misspelt: 2, wrongValue: 1, unknown: 1, noShape: 0 };

/** The known word that is probably meant, if one is similar enough. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}

/** `, did you mean …?` for the end of a sentence, or an empty text. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? '' : `, did you mean \`${nearest}\`?`;
}

/** The number of letters that are added, removed, changed or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [];
  /** Costs outside of the table are infinite, so that no path leads through them. */
  const costAt = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= one.length; i++) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= other.length; j++) {
      const changed = costAt(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? costAt(i - 2, j - 2) + 1 : changed;
      row.push(i + j === 0 ? 0 : Math.min(costAt(i - 1, j) + 1, costAt(i, j - 1) + 1, changed, swapped));
    }
  }
  return costAt(one.length, other.length);
}
