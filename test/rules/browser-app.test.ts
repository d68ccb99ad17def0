import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, loadedWith, readSource, sourceFiles } from '../helpers/source-files.ts';

const web = 'src/web/';
const files = sourceFiles();
const browserFiles = files.filter((file) => file.startsWith(web));

/** Ordered from top to bottom: a folder imports only folders in the lines below its own. */
const order = [
  ['.'],
  ['layout', 'pages'],
  ['landing'],
  ['account/consent', 'account/settings'],
  ['account'],
  ['account/sign-up'],
  ['account/password'],
  ['docs'],
  ['console', 'viewer'],
  ['viewer/comparison', 'viewer/overlays'],
  ['inspector', 'viewer/store'],
  ['status'],
  ['keys'],
  ['keys/access', 'keys/check-call', 'keys/denials', 'keys/first-call', 'keys/usage'],
  ['keys/context'],
  ['pictures'],
  ['search'],
  ['router', 'api'],
  ['session', 'code'],
  ['preferences'],
  ['ui/dialogs'],
  ['ui', 'time'],
];

/** Returns `keys/usage` for `src/web/keys/usage/usage-report.tsx`, and `.` for files directly in the folder. */
const partOf = (file: string) => dirname(file.slice(web.length));
const rankOf = (part: string) => order.findIndex((parts) => parts.includes(part));

test('each folder of the browser app imports only folders below it', () => {
  const offending = browserFiles.flatMap((file) =>
    importsOf(file).flatMap(({ file: to }) => {
      if (!to?.startsWith(web) || !/\.tsx?$/.test(to) || partOf(to) === partOf(file)) return [];
      return rankOf(partOf(to)) > rankOf(partOf(file)) ? [] : [`${file} → ${to}`];
    }),
  );
  expect(offending).toEqual([]);
});

test('the order lists every folder', () => {
  expect([...new Set(browserFiles.map(partOf))].sort()).toEqual(order.flat().sort());
});

test('it imports only contracts, URLs and shared rules from outside', () => {
  const foreign = browserFiles.flatMap((file) =>
    importsOf(file).flatMap(({ file: to, typeOnly }) => (to && !to.startsWith(web) && !typeOnly ? [to] : [])),
  );
  expect(foreign.length).toBeGreaterThan(0);
  for (const file of loadedWith([...new Set(foreign)])) {
    const packages = importsOf(file).filter((entry) => !entry.file && !entry.typeOnly);
    // Another rule checks which packages draw.
    if (!file.startsWith('src/pictures/'))
      expect([file, packages.map(({ name }) => name)]).toEqual([file, []]);
    // The platform shares two files with the browser: the errors of any call, and a cache that imports nothing.
    if (file.startsWith('src/platform/'))
      expect(['src/platform/contract.ts', 'src/platform/lru-cache.ts']).toContain(file);
  }
});

test('the server imports only the head script and the site map', () => {
  const asked = files
    .filter((file) => !file.startsWith(web))
    .flatMap((file) => importsOf(file).flatMap(({ file: to }) => (to?.startsWith(web) ? [to] : [])));
  expect([...new Set(asked)]).toEqual(['src/web/preferences/head-script.ts', 'src/web/router/site-map.ts']);
});

test('state outside of React is in stores, and dynamic imports use onDemand', () => {
  const having = (words: RegExp) => browserFiles.filter((file) => words.test(readSource(file)));
  expect(having(/useSyncExternalStore\(|new Set<\(\) => void>/)).toEqual(['src/web/ui/store.ts']);
  const onDemand = having(/onDemand\(/).filter((file) => file !== 'src/web/ui/on-demand.ts');
  expect(having(/(?<!typeof )\bimport\(/).filter((file) => !onDemand.includes(file))).toEqual([]);
});

test('it never compares error messages, only codes', () => {
  const compared = browserFiles.filter((file) =>
    /\.message (===|!==)|(===|!==) \w+\.message\b|\.message\.(includes|startsWith|match)/.test(
      readSource(file),
    ),
  );
  expect(compared).toEqual([]);
});
