import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, sourceFiles } from '../helpers/source-files.ts';

const files = sourceFiles();

describe('file names', () => {
  test('have no catch-all words', () => {
    const catchAll = /(^|\/)(utils?|lib|libs|common|helpers?|misc|shared|index)(\/|\.tsx?$)/;
    expect(files.filter((file) => catchAll.test(file.slice('src/'.length)))).toEqual([]);
  });

  test('are in kebab-case', () => {
    expect(files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test('end in .tsx only under web', () => {
    expect(files.filter((file) => file.endsWith('.tsx') && !file.startsWith('src/web/'))).toEqual([]);
  });

  test('are complete in imports', () => {
    const vague = files.flatMap((file) =>
      importsOf(file).flatMap(({ name }) =>
        /^\.{1,2}\//.test(name) && !/\.(tsx?|json|css(\?inline)?)$/.test(name) ? [`${file}: ${name}`] : [],
      ),
    );
    expect(vague).toEqual([]);
  });
});
