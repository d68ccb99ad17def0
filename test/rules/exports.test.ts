import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { importsOf, isTest, readSource, sourceFiles } from '../helpers/source-files.ts';

const files = sourceFiles();
const everywhere = globSync('{src,test,bench}/**/*.{ts,tsx}', { cwd: root });

/** These exports are used without an import. */
const usedOtherwise: Record<string, string> = {
  'src/pictures/grid.ts: encodeGrid': 'what `npm run samples:update` keeps of a grid',
  'src/web/server.tsx: landingStyle': 'stands beside `renderBody`',
  'src/web/server.tsx: renderBody': 'the entry of the server bundle, which is loaded by its address',
};

/** Lists imports as `file: name`, or `file: *` for a namespace import. */
const importedBy = (users: string[]) =>
  new Set(
    users
      .flatMap(importsOf)
      .flatMap(({ file, names }) =>
        (names === 'everything' ? ['*'] : names).map((name) => `${file}: ${name}`),
      ),
  );

function exportsOf(file: string): string[] {
  const text = readSource(file);
  const declared = text.matchAll(
    /^export (?:async )?(?:const|let|function|class|abstract class|type|interface) (\w+)/gm,
  );
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' ').at(-1)!),
  );
  const names = [...[...declared].map(([, name]) => name!), ...listed.filter((name) => name !== '')];
  return /^export default /m.test(text) ? [...names, 'default'] : names;
}

/** Lists exports that none of these files imports and nothing else uses. */
function notImportedBy(users: string[]): { file: string; name: string }[] {
  const imported = importedBy(users);
  return files.flatMap((file) =>
    imported.has(`${file}: *`)
      ? []
      : exportsOf(file)
          .filter((name) => !imported.has(`${file}: ${name}`) && !usedOtherwise[`${file}: ${name}`])
          .map((name) => ({ file, name })),
  );
}

const told = (exports: { file: string; name: string }[]) =>
  exports.map(({ file, name }) => `${file}: ${name}`);

test('every export is imported by another file', () => {
  expect(files.flatMap(exportsOf).length).toBeGreaterThan(300);
  expect(told(notImportedBy(everywhere))).toEqual([]);
});

test('exports that only tests import are also used in their own file', () => {
  const forTests = notImportedBy(everywhere.filter((file) => !isTest(file)));
  const timesNamed = ({ file, name }: { file: string; name: string }) =>
    readSource(file).match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
  expect(forTests.length).toBeGreaterThan(0);
  expect(told(forTests.filter((each) => timesNamed(each) < 2))).toEqual([]);
});

test('every exception is still needed', () => {
  const exported = files.flatMap((file) => exportsOf(file).map((name) => `${file}: ${name}`));
  const imported = importedBy(files);
  const known = Object.keys(usedOtherwise);
  expect(known.filter((each) => !exported.includes(each) || imported.has(each))).toEqual([]);
});
