import type { z } from 'zod';
import { root } from '../../platform/root.ts';

/** The content has mistakes. The message has a line for each, with file, line and field. */
export class ContentError extends Error {}

interface Mistake {
  file: string;
  line: number;
  sentence: string;
}

const maxShown = 100;

/** Collects the mistakes of all files, so that their author sees them at once. */
export class Mistakes {
  readonly #found: Mistake[] = [];

  add(file: string, line: number, sentence: string): void {
    const shown = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    this.#found.push({ file: shown, line, sentence });
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw this.toError();
  }

  toError(): ContentError {
    const sorted = this.#found.toSorted(
      (one, other) => Number(one.file > other.file) - Number(one.file < other.file) || one.line - other.line,
    );
    const lines = new Set(sorted.map(({ file, line, sentence }) => `${file}:${line}: ${sentence}`));
    if (lines.size === 1) return new ContentError([...lines].join());
    const rest = lines.size > maxShown ? [`and ${lines.size - maxShown} more`] : [];
    return new ContentError(
      [`${lines.size} mistakes in the content:`, ...[...lines].slice(0, maxShown), ...rest].join('\n'),
    );
  }
}

type Issue = z.core.$ZodIssue;

interface FieldProblem {
  field: PropertyKey[];
  sentence: string;
  /** The field that was probably meant, which therefore isn't reported as missing. */
  meant?: PropertyKey[] | undefined;
  isMissing?: boolean;
}

/** Everything that a schema finds wrong, as sentences. */
export function describeIssues(issues: Issue[], prefix: PropertyKey[] = []): FieldProblem[] {
  const found = issues.flatMap((issue) => describeIssue(issue, prefix));
  const meant = new Set(found.map((each) => each.meant?.join('.')));
  return found.filter(({ isMissing, field }) => !isMissing || !meant.has(field.join('.')));
}

function describeIssue(issue: Issue, prefix: PropertyKey[]): FieldProblem[] {
  const field = [...prefix, ...issue.path];
  const name = field.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(field, key, issue));
  if (issue.code === 'invalid_union') {
    const forms = issue.errors.map((inner) => describeIssues(inner, field)).filter((form) => form.length > 0);
    if (forms.length === 0) return [{ field, sentence: `${name}: does not match any allowed form` }];
    return forms.reduce((best, form) => (isNearer(form, best) ? form : best));
  }
  const isMissing = ['invalid_type', 'invalid_value'].includes(issue.code) && issue.input === undefined;
  return [{ field, sentence: `${name}: ${isMissing ? 'is missing' : issue.message}`, isMissing }];
}

/** The form of a union with a misspelt field, or else with the fewest and deepest mistakes, was probably intended. */
function isNearer(one: FieldProblem[], other: FieldProblem[]): boolean {
  const depth = (found: FieldProblem[]) => Math.max(...found.map(({ field }) => field.length));
  const misspelt = (found: FieldProblem[]) => Number(found.some(({ meant }) => meant));
  if (misspelt(one) !== misspelt(other)) return misspelt(one) > misspelt(other);
  return one.length === other.length ? depth(one) > depth(other) : one.length < other.length;
}

function unknownField(field: PropertyKey[], key: string, { message }: Issue): FieldProblem {
  const known = message.split(' ');
  const nearest = findNearest(key, known);
  return {
    field: [...field, key],
    sentence: `unknown field \`${key}\`${didYouMean(key, known) || `: known fields are ${known.join(', ')}`}`,
    meant: nearest === undefined ? undefined : [...field, nearest],
  };
}

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
