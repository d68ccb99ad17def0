import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../src/platform/root.ts';

/** Public packages in their own folder. */
export interface Installed {
  folder: string;
  /** The folder of its programs. */
  bin: string;
}

/** Exact versions from the npm registry. */
export const installNpm = (packages: string[]): Installed | undefined =>
  install('npm', packages, (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    return [['npm', 'install', '--prefix', folder, ...options, ...packages]];
  });

/** Exact versions from PyPI. */
export const installPip = (packages: string[]): Installed | undefined =>
  install('pip', packages, (folder) => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages],
  ]);

/** Installs each list once. Returns undefined and prints the reason if that fails. */
function install(
  index: 'npm' | 'pip',
  packages: string[],
  commandsFor: (folder: string) => string[][],
): Installed | undefined {
  const hash = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12);
  const folder = join(root, `node_modules/.cache/clients-${index}-${hash}`);
  const installed = { folder, bin: join(folder, index === 'npm' ? 'node_modules/.bin' : 'bin') };
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return installed;
  rmSync(folder, { recursive: true, force: true });
  for (const [program, ...args] of commandsFor(folder)) {
    const { status, stderr } = spawnSync(program!, args, { encoding: 'utf8' });
    if (status === 0) continue;
    console.log(`${packages.join(', ')} cannot be installed here, so its tests are skipped.\n${stderr}`);
    return undefined;
  }
  writeFileSync(complete, '');
  return installed;
}
