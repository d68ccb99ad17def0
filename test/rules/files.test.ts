import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, sourceFiles } from '../helpers/source-files.ts';

const files = sourceFiles();

describe('files are named by what they are about', () => {
  test('no catch-all', () => {
    const catchAll = /(^|\/)(utils?|lib|libs|common|helpers?|misc|shared|index)(\/|\.tsx?$)/;
    expect(files.filter((file) => catchAll.test(file.slice('src/'.length)))).toEqual([]);
  });

  test('kebab-case', () => {
    expect(files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test('what draws is under web, and nowhere else', () => {
    expect(files.filter((file) => file.endsWith('.tsx') && !file.startsWith('src/web/'))).toEqual([]);
  });

  test('imports say which file they mean', () => {
    const vague = files.flatMap((file) =>
      importsOf(file).flatMap(({ name }) =>
        /^\.{1,2}\//.test(name) && !/\.(tsx?|json|css(\?inline)?)$/.test(name) ? [`${file}: ${name}`] : [],
      ),
    );
    expect(vague).toEqual([]);
  });
});
