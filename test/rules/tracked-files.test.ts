import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';

/** Files in the repository, or in the next commit. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));

const ownName = 'test/rules/tracked-files.test.ts';

function filesWith(pattern: RegExp): string[] {
  return files.flatMap((file) => {
    if (file === ownName) return [];
    const lines = readFileSync(join(root, file), 'latin1').split('\n');
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : []));
  });
}

test('finds files', () => {
  expect(files).toContain('package-lock.json');
  expect(filesWith(/"lockfileVersion"/)).toContain('package-lock.json:4');
});

test('no file contains the host of a package registry', () => {
  expect(
    filesWith(
      /registry\.(npmjs\.org|yarnpkg\.com|npmmirror\.com)|npm\.pkg\.github\.com|artifactory|verdaccio|"resolved": ?"http/i,
    ),
  ).toEqual([]);
});

test("no file contains a path of a developer's machine", () => {
  expect(filesWith(/(?<![\w.:/}])\/(home|Users|root|work)\/[\w.-]/)).toEqual([]);
  expect(filesWith(/[A-Z]:\\Users\\/)).toEqual([]);
  expect(filesWith(new RegExp(`(?<![\\w/])${RegExp.escape(root)}(?![\\w-])`))).toEqual([]);
});

test('generated and secret files are not in the repository', () => {
  expect(
    files.filter((file) =>
      /^(node_modules|build|data)\/|\.(log|db|eml|pem|key)$|^\.env$|secret-key/.test(file),
    ),
  ).toEqual([]);
});
