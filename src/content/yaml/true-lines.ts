import { ContentError } from './content-error.ts';
import { didYouMean } from './nearest.ts';

/** What is so here, and what is not, by name. */
export type Conditions = Record<string, boolean>;

/** The lines that are left, each with the number that it has in the file. */
interface KeptLine {
  line: string;
  number: number;
}

const begin = /\{\{only (\w+)\}\}/;
const ownLine = /^\s*(?:# )?\{\{(?:only (\w+)|end)\}\}\s*$/;
const inLine = /\{\{only (\w+)\}\}(.*?)\{\{end\}\}/g;

/**
 * What stands between `{{only data_sandbox}}` and `{{end}}` is left out where that is not so: words in a line, or whole
 * lines when the marks have lines of their own, behind a `#` where YAML wants no text.
 */
export function keepTrueLines(path: string, text: string, conditions: Conditions): KeptLine[] {
  const kept: KeptLine[] = [];
  let open: { isTrue: boolean; number: number } | undefined;
  const isTrue = (name: string, number: number): boolean => {
    const known = conditions[name];
    if (known !== undefined) return known;
    const names = Object.keys(conditions);
    const hint = didYouMean(name, names) || `: there are ${names.join(', ')}`;
    throw new ContentError(path, number, `{{only ${name}}} is no condition${hint}`);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const mark = ownLine.exec(line);
    if (mark) {
      const [, name] = mark;
      if ((name !== undefined) === (open !== undefined))
        throw new ContentError(path, number, name ? '{{only}} within another' : '{{end}} of nothing');
      open = name === undefined ? undefined : { isTrue: isTrue(name, number), number };
      continue;
    }
    if (open && !open.isTrue) continue;
    const rest = line.replaceAll(inLine, (_, name: string, words: string) =>
      isTrue(name, number) ? words : '',
    );
    if (begin.test(rest)) throw new ContentError(path, number, '{{only}} without {{end}} on its line');
    if (rest === line || rest.trim() !== '') kept.push({ line: rest, number });
  }
  if (open) throw new ContentError(path, open.number, '{{only}} without {{end}}');
  return kept;
}
