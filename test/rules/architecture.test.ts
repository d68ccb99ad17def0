import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, loadedWith, readSource, sourceFiles } from '../helpers/source-files.ts';

const files = sourceFiles();

/** The folder of `src/keys/routes.ts` is `keys`; `src/app.ts` has none. */
const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];
const filesIn = (folder: string) => files.filter((file) => folderOf(file) === folder);

/** Lists imports of own files that a rule does not allow, as `from → to`. */
const offending = (from: string[], isAllowed: (to: string, from: string) => boolean) =>
  from.flatMap((file) =>
    importsOf(file).flatMap(({ file: to }) => (to && !isAllowed(to, file) ? [`${file} → ${to}`] : [])),
  );

test('the rules below find imports', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(importsOf('src/boot/portal.ts').map(({ file }) => file)).toContain('src/app.ts');
  expect(importsOf('src/site/build.ts').filter(({ dynamic }) => dynamic)).toMatchObject([{ name: 'vite' }]);
  expect(importsOf('src/platform/http/server.ts')).toContainEqual({
    name: 'fastify',
    file: undefined,
    dynamic: false,
    typeOnly: false,
    names: ['FastifyBaseLogger', 'FastifyInstance', 'FastifyReply', 'FastifyRequest', 'default'],
  });
});

describe('each folder imports only the folders below it', () => {
  const allowedImports: Record<string, string[]> = {
    platform: [],
    api: [],
    pictures: ['api'],
    accounts: ['platform'],
    content: ['platform', 'pictures'],
    weather: ['platform', 'api', 'pictures', 'content'],
    keys: ['platform', 'accounts', 'content'],
    gateway: ['platform', 'api', 'accounts', 'content', 'keys'],
    'account-settings': ['platform', 'accounts', 'keys', 'gateway', 'oauth'],
    oauth: ['platform', 'accounts', 'content', 'keys', 'gateway'],
    mcp: ['platform', 'api', 'pictures', 'content', 'weather', 'keys', 'gateway', 'oauth'],
    site: ['platform', 'content', 'web'],
    admin: ['platform', 'accounts', 'keys', 'account-settings', 'oauth'],
  };
  /** The wiring and the browser app have their own rules. */
  const others = ['boot', 'web'];

  test.each(Object.entries(allowedImports))('%s: %j', (folder, allowed) => {
    expect(
      offending(filesIn(folder), (to) => {
        const target = folderOf(to);
        if (target) return target === folder || allowed.includes(target);
        return (
          to === 'package.json' || to === 'src/time.ts' || (to === 'src/urls.ts' && folder !== 'platform')
        );
      }),
    ).toEqual([]);
  });

  test('every permission is used', () => {
    const unused = Object.entries(allowedImports).flatMap(([folder, allowed]) => {
      const used = new Set(
        filesIn(folder)
          .flatMap(importsOf)
          .map(({ file }) => folderOf(file ?? '')),
      );
      return allowed.filter((each) => !used.has(each)).map((each) => `${folder} → ${each}`);
    });
    expect(unused).toEqual([]);
  });

  test('every folder has a rule', () => {
    expect([...new Set(files.map(folderOf).filter(Boolean))].sort()).toEqual(
      [...Object.keys(allowedImports), ...others].sort(),
    );
  });
});

test('each folder of weather imports only the folders below it', () => {
  const order = ['weather', 'tables', 'atmosphere', 'forecasts', 'balloons', 'grids'];
  const rankOf = (file: string) => {
    const rank = order.indexOf(dirname(file).split('/').at(-1) ?? '');
    return rank === -1 ? order.length : rank;
  };
  const ofWeather = filesIn('weather');
  // The tables contain no code.
  expect(new Set(ofWeather.map(rankOf)).size).toBe(order.length);
  expect(
    offending(ofWeather, (to, from) => folderOf(to) !== 'weather' || rankOf(to) <= rankOf(from)),
  ).toEqual([]);
});

test('MCP tools use the weather source, and only general facts of the sandbox', () => {
  const known = /^src\/weather\/([\w-]+|sandbox\/(atmosphere\/planet|forecasts\/degree-days))\.ts$/;
  const rows = (file: string) => importsOf(file).filter(({ file: to, typeOnly }) => to && !typeOnly);
  const intoWeather = filesIn('mcp').flatMap((file) => rows(file).map(({ file: to }) => `${to}`));
  expect(intoWeather.filter((to) => folderOf(to) === 'weather' && !known.test(to))).toEqual([]);
});

test('the documented API is schemas, names and types, without logic', () => {
  const packages = filesIn('api').flatMap((file) => importsOf(file).filter(({ file: own }) => !own));
  expect([...new Set(packages.map(({ name }) => name))]).toEqual(['zod']);
  // Each file that the browser may load imports nothing.
  expect(['src/api/parameters.ts', 'src/api/variables.ts'].flatMap(importsOf)).toEqual([]);
});

test('times and URLs import nothing, so that every folder may import them', () => {
  expect(['src/time.ts', 'src/urls.ts'].flatMap(importsOf)).toEqual([]);
});

test('the science of a sounding imports nothing else, so that server and browser share it', () => {
  const sounding = filesIn('pictures').filter((file) => file.startsWith('src/pictures/sounding/'));
  const foreign = sounding.flatMap((file) =>
    importsOf(file).filter(
      ({ file: to, typeOnly }) =>
        !to?.startsWith('src/pictures/sounding/') && !(typeOnly && to?.startsWith('src/api/')),
    ),
  );
  expect(sounding.length).toBeGreaterThan(10);
  expect(foreign).toEqual([]);
});

test('pictures need no browser, and only contours need a package', () => {
  const packages = filesIn('pictures').flatMap((file) =>
    importsOf(file).flatMap(({ file: own, name }) => (own ? [] : [`${file}: ${name}`])),
  );
  expect(packages.sort()).toEqual([
    'src/pictures/grid-map.ts: d3-contour',
    'src/pictures/overlays/contours.ts: d3-contour',
  ]);
});

test('entry points and wiring are imported only by what starts them', () => {
  const starters: Record<string, string[]> = {
    'src/main.ts': [],
    'src/dev.ts': [],
    'src/boot/dev-server.ts': [],
    'src/admin.ts': [],
    'src/admin/admin-commands.ts': ['src/admin.ts'],
    'src/app.ts': ['src/boot/portal.ts'],
    'src/boot/portal.ts': ['src/main.ts', 'src/boot/dev-server.ts'],
    'src/boot/verifier.ts': ['src/main.ts', 'src/boot/print-key-policy.ts'],
    'src/boot/gateway-wiring.ts': [
      'src/app.ts',
      'src/boot/accounts-wiring.ts',
      'src/boot/oauth-wiring.ts',
      'src/boot/weather-wiring.ts',
      'src/boot/verifier.ts',
    ],
    'src/boot/accounts-wiring.ts': ['src/app.ts', 'src/boot/oauth-wiring.ts'],
    'src/boot/oauth-wiring.ts': ['src/app.ts'],
    'src/boot/weather-wiring.ts': ['src/app.ts'],
    'src/boot/start.ts': [
      'src/main.ts',
      'src/boot/dev-server.ts',
      'src/boot/portal.ts',
      'src/boot/verifier.ts',
    ],
    'src/site/build.ts': ['src/boot/portal.ts'],
  };
  expect(Object.keys(starters).filter((file) => !files.includes(file))).toEqual([]);
  expect(offending(files, (to, from) => starters[to]?.includes(from) ?? true)).toEqual([]);
  // Only the entry points create pages; routes know their type.
  const users = files.filter((file) =>
    importsOf(file).some((entry) => entry.file === 'src/site/pages.ts' && !entry.typeOnly),
  );
  expect(users.filter((file) => !['src/boot/portal.ts', 'src/boot/dev-server.ts'].includes(file))).toEqual(
    [],
  );
});

test('a verifier alone loads no page, no mail, no weather, no MCP server and no sign-in for apps', () => {
  const loaded = [...loadedWith(['src/main.ts', 'src/boot/verifier.ts'])];
  expect(loaded).toContain('src/gateway/verifier.ts');
  const others = /^src\/(web|site|weather|mcp|oauth|pictures|content\/(site|outputs)|platform\/mail)\b/;
  expect(loaded.filter((file) => others.test(file))).toEqual([]);
});

test('SQL is only in stores and the platform, and stores do not handle HTTP', () => {
  const routes = files.filter((file) => /(^|[/-])routes\.ts$/.test(file));
  expect(routes.length).toBeGreaterThan(3);
  const stores = (file: string) =>
    importsOf(file).filter(({ file: to, typeOnly }) => !typeOnly && to && /(^|[/-])store\.ts$/.test(to));
  expect(routes.filter((file) => stores(file).length > 0)).toEqual([]);
  const storeFiles = files.filter((file) => /(^|[/-])store\.ts$/.test(file));
  expect(storeFiles.filter((file) => importsOf(file).some(({ name }) => name === 'fastify'))).toEqual([]);
  const withSql = files.filter((file) =>
    /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/.test(readSource(file)),
  );
  expect(withSql.length).toBeGreaterThan(5);
  expect(withSql.filter((file) => !storeFiles.includes(file) && folderOf(file) !== 'platform')).toEqual([]);
});

test('at most 6 loose files and 15 folders are directly in src, and no file has more than 400 lines', () => {
  const loose = files.filter((file) => folderOf(file) === undefined);
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== undefined));
  expect(loose.length).toBeLessThanOrEqual(6);
  expect(folders.size).toBeLessThanOrEqual(15);
  expect(files.filter((file) => readSource(file).split('\n').length - 1 > 400)).toEqual([]);
});
