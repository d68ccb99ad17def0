import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Public packages in a folder of their own. */
export interface Installed {
  folder: string;
  /** Its programs. */
  bin: string;
}

/** Exact versions, from the public index of JavaScript packages. */
export const installNpm = (packages: string[]): Installed | undefined =>
  install('npm', packages, (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    return [['npm', 'install', '--prefix', folder, ...options, ...packages]];
  });

/** Exact versions, from the public index of Python packages. */
export const installPip = (packages: string[]): Installed | undefined =>
  install('pip', packages, (folder) => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages],
  ]);

/** Once for each list, kept in the machine's temporary folder; undefined, and a sentence, where it cannot be had. */
function install(
  index: 'npm' | 'pip',
  packages: string[],
  commandsFor: (folder: string) => string[][],
): Installed | undefined {
  const hash = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `portal-clients-${index}-${hash}`);
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
