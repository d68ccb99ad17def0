import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from './root.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
  mkdirSync(join(folder, 'src/platform'), { recursive: true });
  for (const file of ['package.json', 'src/platform/release.ts', 'src/platform/root.ts'])
    cpSync(join(root, file), join(folder, file));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = `
  import { readRelease, storeCommit } from './src/platform/release.ts';
  if (process.argv[1] !== 'read') storeCommit(process.argv[2]);
  console.log(JSON.stringify(readRelease()));
`;

/** Stores the commit in a copy of the portal, as its build does, and returns what a process then reads. */
function build(named?: string, env: Record<string, string | undefined> = process.env) {
  return runProgram(['build', ...(named === undefined ? [] : [named])], env);
}

function runProgram(args: string[], env: Record<string, string | undefined> = process.env) {
  const options = { cwd: folder, encoding: 'utf8', env: { ...env, GIT_DIR: undefined } } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, '--', ...args], options),
  );
}

const release = (commit: string) => ({ version: packageFile.version, commit });

function git(...args: string[]): string {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...author, ...args], options).trim();
}

function commitAll(): string {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'Change');
  return git('rev-parse', 'HEAD');
}

test('a build of a checkout stores its commit, and a later one the next', () => {
  git('init', '--quiet');
  for (let count = 0; count < 2; count++) {
    const commit = commitAll();
    expect(build()).toEqual(release(commit));
  }
});

test('a build without a checkout takes the commit that it is given', () => {
  expect(build('0123abc\n')).toEqual(release('0123abc'));
  expect(runProgram(['read'])).toEqual(release('0123abc'));
});

test.each([['unknown'], ['v1.0.0'], ['"} 1\n'], ['']])('a build does not store %j', (named) => {
  expect(build(named)).toEqual(release('unknown'));
});

test('a build works without git, and keeps the commit that was stored', () => {
  git('init', '--quiet');
  const withoutGit = { PATH: '/nowhere' };
  expect(build(undefined, withoutGit)).toEqual(release('unknown'));
  expect(build('0123abc', withoutGit)).toEqual(release('0123abc'));
  expect(build(undefined, withoutGit)).toEqual(release('0123abc'));
});

test('the checkout of a folder above is another project', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const commit = commitAll();
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  for (const file of ['package.json', 'src'])
    cpSync(join(folder, file), join(inside, file), { recursive: true });
  folder = inside;
  const answer = build();
  folder = join(inside, '..');
  expect([answer, commit.length]).toEqual([release('unknown'), 40]);
});
