import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type ExpectStatic, expect, inject, test } from 'vitest';
import { listSamples, type Sample } from '../../src/content/outputs/samples.ts';
import { askSandbox } from './ask-sandbox.ts';
import { type CommandRun, listCommandRuns } from './library-commands.ts';
import { inFolder, runSample } from './run-sample.ts';
import { usesLibrary } from './samples.ts';
import { siteOf } from './sandbox.ts';

const sandbox = inject('sandbox');
const isMissing = ['windborne', 'xarray', 'ncdump'].some((name) => sandbox.missing.includes(name));

const { missions } = await askSandbox<{ missions: { id: string }[] }>(sandbox, '/missions.json');
const newestRun = async (query: Record<string, string>) =>
  (await askSandbox<{ latest: string }>(sandbox, '/initialization_times.json', query)).latest;
const runs = listCommandRuns({
  mission: missions[0]!.id,
  run: await newestRun({}),
  ensembleRun: await newestRun({ ens_member: '1' }),
  now: new Date(),
});

describe.skipIf(isMissing)("the provider's package, unchanged, on the sandbox", () => {
  for (const run of runs) {
    const options = {
      concurrent: run.command !== 'grid_full',
      ...(run.maxSeconds && { timeout: (run.maxSeconds + 10) * 1000 }),
    };
    const isLeftOut = run.isForTheLongRun && !process.env.TEST_LONG;
    test.skipIf(isLeftOut)(`windborne ${run.command}`, options, ({ expect }) =>
      inFolder((folder) => check(run, folder, expect)),
    );
  }

  const called = listSamples(siteOf(sandbox.url))
    .filter(usesLibrary)
    .map(({ text }) => text)
    .join('\n');
  const uncalled = isMissing
    ? []
    : functionsOfPackage().filter((name) => !new RegExp(`\\b${name}\\(`).test(called));
  // The command grid_full only calls this one.
  const shortcuts = uncalled.filter((name) => name !== 'get_full_gridded_forecast');

  test('every function that no sample calls', () =>
    inFolder(async (folder) => {
      const { status, output } = await runSample(sandbox, libraryCode('python', shortcutCalls()), folder);
      expect(status, output).toBe(0);
      for (const name of shortcuts) expectSaved(join(folder, `${name}.nc`), expect);
    }));

  test('has no command that is not run here, and the pages name none that it has not', async () => {
    const { stdout } = await inFolder((folder) =>
      runSample(sandbox, libraryCode('bash', 'windborne --help'), folder),
    );
    const commands = /\{([^}]*)\}/.exec(stdout)?.[1]?.split(',') ?? [];
    expect(runs.map(({ command }) => command).toSorted()).toEqual(commands.toSorted());
    expect(namesOnPages(/\bwindborne ([a-z][\w-]+)(?= [^a-z]|`|\\n)/g).difference(new Set(commands))).toEqual(
      new Set(),
    );
    expect(namesOnPages(/`((?:grid|hist)_\w+)`/g).difference(new Set(commands))).toEqual(new Set());
  });

  test('has every function that the pages name', () => {
    expect(namesOnPages(/\b((?:get|poll)_\w+)/g).difference(new Set(functionsOfPackage()))).toEqual(
      new Set(),
    );
  });

  test('has exactly the shortcuts that the page lists: none for 100 m wind, and four historical ones', () => {
    const site = siteOf(sandbox.url);
    const page = site.pages.find(({ path }) => path === '/docs/python-library/forecast')!;
    const section = site
      .sectionsOf(page)
      .map((each) => JSON.stringify(each))
      .find((text) => text.includes('"Shortcuts for single variables"'))!;
    const isShortcut = (name: string) => /\d(m|hpa)|_msl|_full_/.test(name);
    const listed = new Set([...section.matchAll(/`(get_\w+)`/g)].map(([, name]) => name!).filter(isShortcut));
    expect(listed).toEqual(new Set(functionsOfPackage().filter(isShortcut)));
    expect([...listed].filter((name) => name.includes('100m'))).toEqual([]);
    expect([...listed].filter((name) => name.startsWith('get_historical_'))).toHaveLength(4);
  });

  test('shows the status code of a 404, and none of a 403', () =>
    inFolder(async (folder) => {
      const { clientId, apiKey } = sandbox.freeKey;
      const code = `
        from windborne import get_gridded_forecast
        print(get_gridded_forecast("temperature_2m", time="2020-01-01T00"))
        print("- - -")
        from windborne import api_request
        api_request.VERIFIED_WB_CLIENT_ID, api_request.VERIFIED_WB_API_KEY = "${clientId}", "${apiKey}"
        print(get_gridded_forecast("temperature_2m", time="2020-01-01T00"))`;
      const sample = libraryCode('python', code.replaceAll('\n        ', '\n'));
      const { status, output } = await runSample(sandbox, sample, folder);
      const [missing, denied] = output.split('- - -');
      expect(status, output).toBe(0);
      expect(missing).toMatch(/^Error: 404$[\s\S]*^None$/m);
      expect(denied).toMatch(/couldn't authenticate your request[\s\S]*^None$/m);
      expect(denied).not.toContain('403');
    }));

  function shortcutCalls(): string {
    const calls = shortcuts.map((name) =>
      name.startsWith('get_historical_')
        ? `${name}("2025-01-15T00", 24, "${name}.nc")`
        : `${name}(this_hour, "${name}.nc")`,
    );
    return [
      'from datetime import datetime, timezone',
      `from windborne import ${shortcuts.join(', ')}`,
      'this_hour = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H")',
      ...calls,
    ].join('\n');
  }
});

async function check(run: CommandRun, folder: string, expect: ExpectStatic): Promise<void> {
  const sample = libraryCode('bash', `windborne ${run.command} ${run.arguments}`);
  if (run.isEndless) sample.title = 'Runs until stopped';
  sample.prints = run.prints ?? [];
  const { status, output } = await runSample(sandbox, sample, folder, run.maxSeconds);
  expect(status, output).toBe(run.isEndless ? null : run.fault ? 1 : 0);
  expect(output.includes('Traceback'), output).toBe(run.fault !== undefined);
  for (const text of [...sample.prints, run.fault ?? '']) expect(output).toContain(text);
  for (const name of run.saves ?? []) expectSaved(join(folder, name), expect);
}

function expectSaved(file: string, expect: ExpectStatic): void {
  expect(statSync(file).size).toBeGreaterThan(0);
  if (!file.endsWith('.nc')) return;
  const { stdout, stderr } = spawnSync('ncdump', ['-h', file], { encoding: 'utf8' });
  expect(stdout, stderr).toContain(':forecast_hour');
}

/** Runs the code like a sample of the library's pages. */
const libraryCode = (language: 'bash' | 'python', text: string): Sample => ({
  ...{ name: text, page: '/docs/python-library/', title: text, prints: [] },
  language,
  text,
});

function functionsOfPackage(): string[] {
  const code = 'import json, windborne; print(json.dumps(windborne.__all__))';
  const { stdout } = spawnSync('python3', ['-c', code], { env: { PATH: sandbox.path }, encoding: 'utf8' });
  return (JSON.parse(stdout) as string[]).filter((name) => /^(get|poll)_/.test(name));
}

function namesOnPages(pattern: RegExp): Set<string> {
  const site = siteOf(sandbox.url);
  const pages = site.pages.filter(({ path }) => path.startsWith('/docs/python-library/'));
  const text = JSON.stringify(pages.map((page) => site.sectionsOf(page)));
  return new Set([...text.matchAll(pattern)].map(([, name]) => name!));
}
