import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/platform/root.ts';

/** The packages that the pages tell a reader to install. */
const packages = [
  'requests',
  'PyJWT',
  'numpy',
  'xarray',
  'netCDF4',
  'matplotlib',
  'windborne==1.2.8',
  'mcp>=2,<3',
];

export interface Python {
  /** The folder of its programs. */
  bin: string;
  /** The names of packages that could not be installed; all of them and `python3` if there is no Python. */
  missing: string[];
}

/** Creates a virtual environment with these packages, once for each list. */
export function preparePython(): Python {
  const version = spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const hash = createHash('sha256')
    .update([version, ...packages].join('\n'))
    .digest('hex');
  const folder = join(root, `node_modules/.cache/samples-python-${hash.slice(0, 12)}`);
  const bin = join(folder, 'bin');
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return { bin, missing: [] };

  rmSync(folder, { recursive: true, force: true });
  console.log(`Installing ${packages.join(', ')} for the code samples …`);
  if (spawnSync('python3', ['-m', 'venv', folder]).status !== 0)
    return { bin, missing: ['python3', ...packages.map(bareName)] };
  if (install(bin, packages)) {
    writeFileSync(complete, '');
    return { bin, missing: [] };
  }
  return { bin, missing: packages.filter((name) => !install(bin, [name])).map(bareName) };
}

function install(bin: string, names: string[]): boolean {
  // Files are compiled when they are imported. Most files of these packages never are.
  const options = ['--quiet', '--no-compile', '--disable-pip-version-check', '--retries', '2'];
  const { status, stderr } = spawnSync(join(bin, 'python3'), ['-m', 'pip', 'install', ...options, ...names], {
    encoding: 'utf8',
  });
  if (status !== 0) console.log(stderr);
  return status === 0;
}

function bareName(name: string): string {
  return name.split(/[=<>]/)[0]!;
}
