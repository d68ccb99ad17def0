import type { Parameter } from '../../content/contract.ts';
import { isInPath } from '../../content/routes-of.ts';

/** The field that a refusal of the API is about: the one it names first, or whose form it names. */
export function fieldOfError(sentence: string, inputs: Parameter[], path: string): string | undefined {
  const named = inputs
    .map(({ name }) => ({ name, at: wordAt(sentence, name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (named[0]) return named[0].name;
  const lower = sentence.toLowerCase();
  const formed = inputs.find(({ format = '' }) => wordsOf(format).some((word) => lower.includes(word)));
  if (formed) return formed.name;
  // What is no such mission, variable or level was asked for in the path.
  const spoken = inputs.find(({ name }) => isInPath(name, path) && lower.includes(`unknown ${name}`));
  if (spoken) return spoken.name;
  return inputs.filter(({ name }) => isInPath(name, path)).at(0)?.name ?? runField(lower, inputs);
}

const runField = (lower: string, inputs: Parameter[]) =>
  lower.includes('run') ? inputs.find(({ name }) => name === 'initialization_time')?.name : undefined;

const wordAt = (sentence: string, name: string) =>
  sentence.search(new RegExp(`(?<![\\w.])${name}(?![\\w.]\\w)`));

const wordsOf = (format: string) => format.toLowerCase().match(/[a-z]{8,}/g) ?? [];
