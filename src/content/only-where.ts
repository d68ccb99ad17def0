import type { ApiName, Sandbox } from './contract.ts';
import { isSandboxed } from './sandbox-sentence.ts';
import { ContentError } from './yaml/content-error.ts';
import { didYouMean } from './yaml/nearest.ts';

/** Whose an API is, and where, decides which words are true. */
export const conditionNames = [
  'sandbox',
  'provider',
  'forecasts_sandbox',
  'forecasts_provider',
  'data_sandbox',
  'data_provider',
  'library_redirected',
  'forecasts_library_redirected',
  'data_library_redirected',
] as const;

export type Conditions = Record<(typeof conditionNames)[number], boolean>;

type ApiHosts = Record<ApiName, string>;

/** `libraryHosts` are those that the Python library asks by itself. */
export function conditionsOf(
  sandbox: Sandbox,
  hosts: ApiHosts,
  libraryHosts: ApiHosts | undefined,
): Conditions {
  const [forecasts, data] = [isSandboxed(sandbox, 'forecasts'), isSandboxed(sandbox, 'data')];
  return {
    sandbox: forecasts || data,
    provider: !forecasts || !data,
    forecasts_sandbox: forecasts,
    forecasts_provider: !forecasts,
    data_sandbox: data,
    data_provider: !data,
    ...redirections(hosts, libraryHosts),
  };
}

function redirections(hosts: ApiHosts, libraryHosts: ApiHosts | undefined) {
  const [forecasts, data] = (['forecasts', 'data'] as const).map((api) => hosts[api] !== libraryHosts?.[api]);
  return {
    library_redirected: forecasts! || data!,
    forecasts_library_redirected: forecasts!,
    data_library_redirected: data!,
  };
}

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
export function keepTrueLines(path: string, text: string, conditions: Partial<Conditions>): KeptLine[] {
  const kept: KeptLine[] = [];
  let open: { isTrue: boolean; number: number } | undefined;
  const isTrue = (name: string, number: number): boolean => {
    const known = conditions[name as keyof Conditions];
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
