import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listSamples } from '../../src/content/outputs/samples.ts';
import { loadSite, type Site } from '../../src/content/site.ts';
import { readConfig } from '../../src/platform/config.ts';
import { root } from '../../src/platform/root.ts';
import { hostsOf } from '../../src/site/hosts.ts';
import { mcpServer } from '../../src/urls.ts';
import { startPortalProcess } from '../helpers/process.ts';
import { missingPrograms } from './needs.ts';
import { type Key, Person } from './person.ts';
import { preparePython } from './python.ts';
import { runSample } from './run-sample.ts';

/** A running portal, two of its keys, and the tools that run samples, as plain data for workers. */
export interface Sandbox {
  url: string;
  freeKey: Key;
  allAccessKey: Key;
  /** Folders that come first on the path of every sample. */
  path: string;
  /** `windborne_hosts.py` as the Installation page creates it, and a command `windborne` that runs it. */
  library: string;
  home: string;
  /** Programs and Python packages that are missing on this machine. */
  missing: string[];
  hasMcp: boolean;
}

export async function startSandbox(): Promise<{ sandbox: Sandbox; stop: () => Promise<void> }> {
  const python = preparePython();
  const portal = await startPortalProcess({ LOG_LEVEL: 'warn', CORS_ORIGINS: '*' });
  const folder = mkdtempSync(join(tmpdir(), 'portal-samples-'));
  const [library, home] = [join(folder, 'library'), join(folder, 'home')];
  for (const inner of [library, home]) mkdirSync(inner);
  const stop = async () => {
    await portal.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const person = await Person.signUp(portal);
    const freeKey = await person.createKey('Reading the documentation');
    const allAccessKey = await person.createKey('All of it');
    await administer(portal.dataDir, 'grant', allAccessKey.clientId, 'all_access');
    await administer(portal.dataDir, 'limit', allAccessKey.clientId, '100000');
    const sandbox: Sandbox = {
      url: portal.url,
      freeKey,
      allAccessKey,
      path: `${python.bin}:${process.env.PATH}`,
      library,
      home,
      missing: [...missingPrograms(), ...python.missing],
      hasMcp: (await fetch(portal.url + mcpServer)).status !== 404,
    };
    if (!sandbox.missing.includes('windborne')) await redirectLibrary(sandbox);
    if (!sandbox.missing.includes('java')) await runFirstJavaSample(sandbox);
    return { sandbox, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Loads the documentation as that portal shows it. */
export function siteOf(url: string): Site {
  const { hosts, sandbox } = hostsOf(readConfig({ PUBLIC_URL: url }));
  return loadSite(join(root, 'content'), hosts, { sandbox });
}

async function administer(dataDir: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['run.mjs', 'src/admin.ts', ...args], { cwd: root, env });
}

/** The first Java program writes an archive that the others start from, so it runs before they do. */
async function runFirstJavaSample(sandbox: Sandbox): Promise<void> {
  const sample = listSamples(siteOf(sandbox.url)).find(({ language }) => language === 'java');
  await runSample(sandbox, sample!, sandbox.library);
}

/** Follows the page: its shell sample writes the file, and a command replaces its shell function. */
async function redirectLibrary(sandbox: Sandbox): Promise<void> {
  const sample = listSamples(siteOf(sandbox.url)).find(({ title }) => title === 'Redirect the command');
  const { status, output } = await runSample(sandbox, sample!, sandbox.library);
  const file = join(sandbox.library, 'windborne_hosts.py');
  if (status !== 0 || !readFileSync(file, 'utf8').includes(sandbox.url)) throw new Error(output);
  const command = join(sandbox.library, 'windborne');
  writeFileSync(command, `#!/bin/sh\nexec python3 "${file}" "$@"\n`);
  chmodSync(command, 0o755);
}
