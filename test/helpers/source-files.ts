import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../src/platform/root.ts';

export interface Import {
  /** As written: `../urls.ts`, `node:fs`, `zod`. */
  name: string;
  /** The file below the project's folder, when it is one of ours. */
  file: string | undefined;
  /** Written `import('…')`: loaded when needed, or not at all. */
  dynamic: boolean;
  typeOnly: boolean;
}

/** Every source file of the product, as `src/keys/routes.ts`; tests are not part of it. */
export const sourceFiles = (): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const found = [
    ...text.matchAll(/^(import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/^(import)\s+()'([^']+)'/gm),
    ...text.matchAll(/()()\bimport\('([^']+)'\)/g),
  ];
  return found.map(([, keyword, type, name = '']) => ({
    name,
    file: name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : undefined,
    dynamic: keyword === '',
    typeOnly: type !== undefined && type !== '',
  }));
}

/** `@scope/name/part` and `name/part` are of the package before the part. */
export const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** These files and everything that is loaded with them. */
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
