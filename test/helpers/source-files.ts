import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../src/platform/root.ts';

interface Import {
  /** The specifier as written: `../urls.ts`, `node:fs`, `zod`. */
  name: string;
  /** The imported file relative to the project, if it is part of it. */
  file: string | undefined;
  /** Dynamic imports are loaded on demand. */
  dynamic: boolean;
  typeOnly: boolean;
  /** What is taken of it, under the names it has there; `everything` for `* as`, and for a module that is handed on. */
  names: string[] | 'everything';
}

/** Lists every source file of the product, as `src/keys/routes.ts`, without tests. */
export const sourceFiles = (): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !isTest(file) && !file.endsWith('.d.ts'))
    .sort();

export const isTest = (file: string) => /\.test\.tsx?$/.test(file) || !file.startsWith('src/');

export const readSource = (file: string) => readFileSync(join(root, file), 'utf8');

const known = new Map<string, Import[]>();

export function importsOf(file: string): Import[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): Import[] {
  const text = readSource(file).replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const entry = (name: string, rest: Omit<Import, 'name' | 'file'>): Import => ({
    name,
    file: name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : undefined,
    ...rest,
  });
  const written = [...text.matchAll(/^(?:import|export)\s+(type\s)?([^'"`;]*?)\s*from\s+'([^']+)'/gm)].map(
    ([, type, taken = '', name = '']) =>
      entry(name, { dynamic: false, typeOnly: type !== undefined, names: namesIn(taken) }),
  );
  const bare = [...text.matchAll(/^import\s+'([^']+)'/gm)].map(([, name = '']) =>
    entry(name, { dynamic: false, typeOnly: false, names: [] }),
  );
  const late = [...text.matchAll(/(\{[^{}]*\}\s*=\s*await\s+)?\bimport\('([^']+)'\)(\)\.\w+)?/g)].map(
    ([, destructured, name = '', member]) =>
      entry(name, { dynamic: true, typeOnly: false, names: namesTakenLate(destructured, member) }),
  );
  return [...written, ...bare, ...late];
}

/** `{ a, type B, c as d }` takes a, B and c; `* as all` and `export *` take everything; `Fastify, { b }` the default, too. */
function namesIn(taken: string): Import['names'] {
  if (taken.includes('*')) return 'everything';
  const braces = /\{([^}]*)\}/.exec(taken)?.[1] ?? '';
  const named = braces.split(',').map(
    (each) =>
      each
        .trim()
        .replace(/^type /, '')
        .split(/[\s:]/)[0]!,
  );
  const isDefault = taken.replace(/\{[^}]*\}/, '').replace(/[\s,]/g, '') !== '';
  return [...named.filter((name) => name !== ''), ...(isDefault ? ['default'] : [])];
}

/** `const { a } = await import('…')` takes a, `(await import('…')).a` too; anything else hands the module on. */
function namesTakenLate(destructured: string | undefined, member: string | undefined): Import['names'] {
  if (destructured) return namesIn(destructured);
  return member ? [member.slice(2)] : 'everything';
}

/** `@scope/name/part` and `name/part` are of the package before the part. */
export const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns these files and everything that they import statically. */
export function loadedWith(files: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    for (const { file: target, dynamic, typeOnly } of importsOf(file))
      if (target && !dynamic && !typeOnly) visit(target);
  };
  files.forEach(visit);
  return seen;
}
