import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { importsOf, loadedWith, sourceFiles } from '../helpers/source-files.ts';

const files = sourceFiles();

/** `src/keys/routes.ts` is of `keys`; `src/app.ts` is of no folder. */
const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];
const of = (folder: string) => files.filter((file) => folderOf(file) === folder);

/** Imports of our own files that a rule does not allow, as `from → to`. */
const offending = (from: string[], isAllowed: (to: string, from: string) => boolean) =>
  from.flatMap((file) =>
    importsOf(file).flatMap(({ file: to }) => (to && !isAllowed(to, file) ? [`${file} → ${to}`] : [])),
  );

test('the rules below see the imports at all', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(importsOf('src/start.ts').map(({ file }) => file)).toContain('src/app.ts');
  expect(importsOf('src/site/build.ts').filter(({ dynamic }) => dynamic)).toMatchObject([{ name: 'vite' }]);
});

describe('each folder imports only what stands below it', () => {
  const below: Record<string, string[]> = {
    platform: [],
    sounding: [],
    accounts: ['platform'],
    content: ['platform'],
    weather: ['platform'],
    keys: ['platform', 'accounts', 'content', 'weather'],
    gateway: ['platform', 'accounts', 'content', 'weather', 'keys'],
    mcp: ['platform', 'accounts', 'content', 'weather', 'keys', 'gateway'],
    site: ['platform', 'content', 'web'],
  };

  test.each(Object.entries(below))('%s: %j', (folder, allowed) => {
    expect(
      offending(of(folder), (to) => {
        const target = folderOf(to);
        if (target) return target === folder || allowed.includes(target);
        return to === 'package.json' || (to === 'src/urls.ts' && folder !== 'platform');
      }),
    ).toEqual([]);
  });

  test('and there is no folder that this rule forgets', () => {
    expect([...new Set(files.map(folderOf).filter(Boolean))].sort()).toEqual(
      [...Object.keys(below), 'web'].sort(),
    );
  });
});

test('in the weather, too, everything stands on what is below it', () => {
  const order = ['tables', 'atmosphere', 'forecasts', 'balloons', 'grids', 'parameters'];
  const rankOf = (file: string) => {
    const rank = order.indexOf(/^src\/weather\/([^/]+)\//.exec(file)?.[1] ?? '');
    return rank === -1 ? order.length : rank;
  };
  const ofWeather = of('weather');
  expect(new Set(ofWeather.map(rankOf)).size).toBe(order.length + 1);
  expect(
    offending(ofWeather, (to, from) => folderOf(to) !== 'weather' || rankOf(to) <= rankOf(from)),
  ).toEqual([]);
});

test('the tools ask the source of the weather, and know of it only names, units and parameters', () => {
  const known =
    /^src\/weather\/(source|parameters\/.+|atmosphere\/(levels|surface|time)|forecasts\/(basins|degree-days|forecast)|grids\/(field|variables))\.ts$/;
  const rows = (file: string) => importsOf(file).filter(({ file: to, typeOnly }) => to && !typeOnly);
  const intoWeather = of('mcp').flatMap((file) => rows(file).map(({ file: to }) => `${to}`));
  expect(intoWeather.filter((to) => folderOf(to) === 'weather' && !known.test(to))).toEqual([]);
});

test('the science of a sounding needs nothing but itself, so that server and browser have the same', () => {
  const packages = of('sounding').flatMap((file) => importsOf(file).filter((entry) => !entry.file));
  expect(of('sounding').length).toBeGreaterThan(10);
  expect(packages).toEqual([]);
});

test('the browser app imports contracts, addresses and rules that need nothing of a server', () => {
  const foreign = (file: string) => importsOf(file).filter(({ file: to }) => to && folderOf(to) !== 'web');
  const shared = of('web').flatMap((file) => foreign(file).map(({ file: to }) => `${to}`));
  expect(shared.length).toBeGreaterThan(0);
  for (const file of loadedWith([...new Set(shared)])) {
    const packages = importsOf(file).filter((entry) => !entry.file && !entry.typeOnly);
    expect([file, packages.map(({ name }) => name)]).toEqual([file, []]);
    expect(folderOf(file)).not.toBe('platform');
  }
});

test('the browser app is asked for nothing but its head script and its map of pages', () => {
  const servers = files.filter((file) => folderOf(file) !== 'web');
  const intoWeb = offending(servers, (to) => folderOf(to) !== 'web').map((line) => line.split(' → ')[1]);
  expect([...new Set(intoWeb)]).toEqual(['src/web/preferences/head-script.ts', 'src/web/router/site-map.ts']);
});

test('what wires everything together is imported by nothing but what starts it', () => {
  const starters: Record<string, string[]> = {
    'src/main.ts': [],
    'src/dev.ts': [],
    'src/dev-server.ts': [],
    'src/admin.ts': [],
    'src/app.ts': ['src/start.ts'],
    'src/start.ts': ['src/main.ts', 'src/dev-server.ts'],
    'src/site/build.ts': ['src/main.ts'],
  };
  expect(Object.keys(starters).filter((file) => !files.includes(file))).toEqual([]);
  expect(offending(files, (to, from) => starters[to]?.includes(from) ?? true)).toEqual([]);
  // Pages are made by what starts, and known to the routes by their type.
  const users = files.filter((file) =>
    importsOf(file).some((entry) => entry.file === 'src/site/pages.ts' && !entry.typeOnly),
  );
  expect(
    users.filter((file) => !['src/main.ts', 'src/dev-server.ts', 'src/start.ts'].includes(file)),
  ).toEqual([]);
});

test('SQL stands in stores and in the platform, HTTP in routes', () => {
  const routes = files.filter((file) => /(^|[/-])routes\.ts$/.test(file));
  expect(routes.length).toBeGreaterThan(3);
  const stores = (file: string) =>
    importsOf(file).filter(({ file: to, typeOnly }) => !typeOnly && to && /(^|[/-])store\.ts$/.test(to));
  expect(routes.filter((file) => stores(file).length > 0)).toEqual([]);
  const storeFiles = files.filter((file) => /(^|[/-])store\.ts$/.test(file));
  expect(storeFiles.filter((file) => importsOf(file).some(({ name }) => name === 'fastify'))).toEqual([]);
  const asks = files.filter((file) =>
    /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(asks.length).toBeGreaterThan(5);
  expect(asks.filter((file) => !storeFiles.includes(file) && folderOf(file) !== 'platform')).toEqual([]);
});

test('what a file exports, another one uses', () => {
  const everywhere = globSync('{src,test,bench}/**/*.{ts,tsx}', { cwd: root });
  const texts = new Map(everywhere.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const unused = files.flatMap((file) => {
    const exported = texts.get(file)!.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm);
    return [...exported].flatMap(([, name]) => {
      const mention = new RegExp(`\\b${name}\\b`);
      const isUsed = everywhere.some((other) => other !== file && mention.test(texts.get(other)!));
      return isUsed ? [] : [`${file}: ${name}`];
    });
  });
  expect(unused).toEqual([]);
});

describe('files are named by what they are about', () => {
  test('no catch-all', () => {
    const catchAll = /(^|\/)(utils?|lib|libs|common|helpers?|misc|shared|index)(\/|\.tsx?$)/;
    expect(files.filter((file) => catchAll.test(file.slice('src/'.length)))).toEqual([]);
  });

  test('kebab-case', () => {
    expect(files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test('what draws is under web, and nowhere else', () => {
    expect(files.filter((file) => file.endsWith('.tsx') && folderOf(file) !== 'web')).toEqual([]);
  });

  test('imports say which file they mean', () => {
    const vague = files.flatMap((file) =>
      importsOf(file).flatMap(({ name }) =>
        /^\.{1,2}\//.test(name) && !/\.(tsx?|json|css)$/.test(name) ? [`${file}: ${name}`] : [],
      ),
    );
    expect(vague).toEqual([]);
  });
});
