import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

test('the README and .env.example name every variable that the configuration reads, and no other', () => {
  const known = [...read('src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    (match) => match[1]!,
  );
  expect(known).toContain('RATE_LIMIT_FACTOR');
  const rows = read('README.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm);
  const named = [...rows].flatMap((row) => row[1]!.replaceAll('`', '').split(', '));
  const expected = known.filter((name) => name !== 'NODE_ENV').sort();
  expect(named.sort()).toEqual(expected);
  const examples = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1]!);
  expect(examples.sort()).toEqual(expected);
});

test('the changelog begins with this release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(/^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('every npm command in the documents exists', () => {
  const builtIn = ['audit', 'ci', 'prune', 'install', 'sbom'];
  const commands = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm (?:run )?(?:-s )?([a-z:]+)/g)].map((match) => `${file}: ${match[1]}`),
  );
  expect(commands.length).toBeGreaterThan(5);
  expect(
    commands.filter((line) => ![...builtIn, ...Object.keys(scripts)].includes(line.split(': ')[1]!)),
  ).toEqual([]);
});

test('every script runs a file that exists', () => {
  const files = Object.values(scripts).flatMap((script) => /^node run\.mjs (\S+)/.exec(script)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect(read(file)).not.toBe('');
});

describe('every path in a document exists', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  /** These are created while the portal runs. */
  const madeLater = ['./data', 'outbox/', 'DATA_DIR/outbox'];

  /** A path can start at the root, at `src` or anywhere; `<name>` and `*` match any name. */
  function isThere(path: string): boolean {
    const pattern = path
      .replace(/\/$/, '')
      .replaceAll(/<[^>]+>/g, '*')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]+');
    return tracked.some((file) => new RegExp(`(^|/)${pattern}(/|$)`).test(file));
  }

  const isPath = (text: string) =>
    /^[\w.<>*-]+(\/[\w.<>*-]*)*$/.test(text) && /\/|\.(tsx?|mjs|md|ya?ml|json|sql|css)$/.test(text);

  test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (file) => {
    const text = read(file);
    const tree = /^```\n(content\/[\s\S]*?)^```/m.exec(text)?.[1] ?? '';
    const inTree = [...tree.matchAll(/^ *((?:[\w./-]+ {1,2})+) {2}/gm)].flatMap(([, names]) =>
      names!.trim().split(/ +/),
    );
    const inWords = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
      (match) => match[1]!,
    );
    const paths = [...inTree, ...inWords.filter(isPath)].filter((path) => !madeLater.includes(path));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

test('every link between documents works', () => {
  for (const file of documents) {
    for (const [, target] of read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)) {
      const found = globSync(join(file, '..', target!), { cwd: root });
      expect([file, target, found.length]).toEqual([file, target, 1]);
    }
  }
});
