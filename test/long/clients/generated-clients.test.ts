import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { api, openApi } from '../../../src/urls.ts';
import { askSandbox } from '../../samples/ask-sandbox.ts';
import { type Installed, installNpm, installPip } from './packages.ts';
import { run, runClient } from './run-client.ts';

const sandbox = inject('sandbox');
const { clientId, apiKey } = sandbox.allAccessKey;
const variables = {
  API_URL: sandbox.url + api,
  API_AUTHORIZATION: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`,
};

interface Points {
  forecasts: { temperature_2m: number }[][];
}

describe('a client that a public generator creates from the OpenAPI description compiles, makes a call and downloads a file', () => {
  const typescript = installNpm([
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.17.0',
    'typescript@5.9.3',
    '@types/node@24.19.2',
  ]);
  test.skipIf(!typescript)('in TypeScript, by openapi-typescript and openapi-fetch', async () => {
    const { folder, bin } = typescript!;
    await describeIn(folder);
    runTool(typescript!, 'openapi-typescript', ['openapi.json', '-o', 'weather-api.d.ts']);
    copyFileSync(join(import.meta.dirname, 'programs/generated-call.ts'), join(folder, 'generated-call.ts'));
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
    runTool(typescript!, 'tsc', [...strict, '--rewriteRelativeImportExtensions', 'generated-call.ts']);
    // Node strips no types below node_modules, where the packages are installed.
    const output = await run(process.execPath, [join(folder, 'generated-call.js')], bin, variables);
    expect(JSON.parse(output)).toEqual(await expected());
  });

  const python = installPip(['openapi-python-client==0.29.1']);
  test.skipIf(!python)('in Python, by openapi-python-client, without a warning', async () => {
    const { folder } = python!;
    await describeIn(folder);
    rmSync(join(folder, 'weather_api'), { recursive: true, force: true });
    // The generator knows few content types.
    const types = { content_type_overrides: { 'application/x-netcdf': 'application/octet-stream' } };
    writeFileSync(join(folder, 'types.json'), JSON.stringify(types));
    const named = ['--path', 'openapi.json', '--output-path', 'weather_api', '--config', 'types.json'];
    runTool(python!, 'openapi-python-client', ['generate', ...named, '--meta', 'none', '--fail-on-warning']);
    runTool(python!, 'python3', ['-m', 'compileall', '-q', 'weather_api']);
    const own = { ...variables, PYTHONPATH: folder };
    expect(JSON.parse(await runClient(python!, 'generated_call.py', own))).toEqual(await expected());
  });
});

async function describeIn(folder: string): Promise<void> {
  const description = await (await fetch(sandbox.url + openApi)).text();
  writeFileSync(join(folder, 'openapi.json'), description);
}

function runTool({ folder, bin }: Installed, program: string, args: string[]): void {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(join(bin, program), args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status, `${program}: ${stdout}${stderr}`).toBe(0);
}

/** The same call without a client, and the first bytes of a NetCDF file. */
async function expected() {
  const query = { coordinates: '42.36,-71.06', max_forecast_hour: '3' };
  const { forecasts } = await askSandbox<Points>(sandbox, '/points', query);
  return { temperatures: forecasts.flat().map((row) => row.temperature_2m), start: 'CDF' };
}
