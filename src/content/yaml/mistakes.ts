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
  return issues.flatMap((issue) => found(issue, [])).toSorted(byWeight)[0]!;
}

type Found = Mistake & { weight: number };

/** The deepest issue of a union is the most useful, because its shape is probably the intended one. */
const byWeight = (one: Found, other: Found) =>
  other.weight - one.weight || other.field.length - one.field.length;

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
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
