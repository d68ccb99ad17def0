import type { z } from 'zod';
import { didYouMean } from './nearest.ts';

type Issue = z.core.$ZodIssue;

interface Mistake {
  field: PropertyKey[];
  sentence: string;
}

/** Of everything that a schema finds wrong, the one thing that the writer should mend first. */
export function mistakeOf(issues: Issue[]): Mistake {
  return issues.flatMap((issue) => found(issue, [])).toSorted(byWeight)[0]!;
}

type Found = Mistake & { weight: number };

/** Of a union's complaints, the one that got furthest: that is the shape the writer meant. */
const byWeight = (one: Found, other: Found) =>
  other.weight - one.weight || other.field.length - one.field.length;

function found(issue: Issue, prefix: PropertyKey[]): Found[] {
  const field = [...prefix, ...issue.path];
  const name = field.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(field, key, issue));
  if (issue.code !== 'invalid_union')
    return [{ field, sentence: `${name}: ${issue.message}`, weight: weights.wrongValue }];
  return [
    { field, sentence: `${name}: has none of the allowed shapes`, weight: weights.noShape },
    ...issue.errors.flat().flatMap((inner) => found(inner, field)),
  ];
}

function unknownField(field: PropertyKey[], key: string, { message }: Issue): Found {
  const known = message.split(' ');
  const hint = didYouMean(key, known);
  return {
    field: [...field, key],
    sentence: `unknown field \`${key}\`${hint || `: known are ${known.join(', ')}`}`,
    weight: hint ? weights.misspelt : weights.unknown,
  };
}

/** A misspelt field also makes the right one missing: it is told before that. */
const weights = { misspelt: 2, wrongValue: 1, unknown: 1, noShape: 0 };
