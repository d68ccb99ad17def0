import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { importsOf, loadedWith, packageOf } from '../helpers/source-files.ts';

interface PackageFile {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as PackageFile;

/** The files that a built server without development packages loads. */
const serverFiles = [
  ...loadedWith(['src/main.ts', 'src/boot/portal.ts', 'src/boot/verifier.ts', 'src/admin.ts']),
];
const loadedPackages = new Set(
  serverFiles.flatMap((file) =>
    importsOf(file).flatMap(({ name, file: own, dynamic, typeOnly }) =>
      own || dynamic || typeOnly || name.startsWith('node:') ? [] : [packageOf(name)],
    ),
  ),
);

test('the server loads exactly its dependencies', () => {
  expect(serverFiles.length).toBeGreaterThan(50);
  expect([...loadedPackages].sort()).toEqual(Object.keys(dependencies).sort());
});

test('every development package is used', () => {
  const tracked = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      'src',
      'test',
      'bench',
      '*.config.ts',
      'biome.json',
      'tsconfig.json',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const texts = tracked.trim().split('\n').map(read).join('\n');
  const commands: Record<string, string> = { typescript: 'tsc', '@biomejs/biome': 'biome' };
  const isUsed = (name: string): boolean => {
    if (name === '@types/node') return true;
    if (name.startsWith('@types/'))
      return isUsed(name.slice('@types/'.length)) || name.slice('@types/'.length) in dependencies;
    const command = commands[name];
    if (command) return Object.values(scripts).some((script) => script.startsWith(`${command} `));
    return new RegExp(`['"/]${RegExp.escape(name)}['"/]`).test(texts);
  };
  expect(Object.keys(devDependencies).filter((name) => !isUsed(name))).toEqual([]);
});

test('every version is exact', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
