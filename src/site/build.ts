import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { asSystemError } from '../platform/errors.ts';
import { storeCommit } from '../platform/release.ts';
import { root } from '../platform/root.ts';
import { hourMs } from '../time.ts';

const builds = join(root, 'build');
const keepOldMs = hourMs;

/**
 * Returns the folder with the bundles of the current sources: the browser app, and the same app for rendering pages on
 * the server. Builds them if they are missing. The folder is named by a hash of the sources, so that builds of other
 * sources, or at the same time, do not interfere.
 */
export function buildIfNeeded(log: (line: string) => void): string {
  const folder = join(builds, hashOfSources());
  if (existsSync(folder)) {
    storeCommit(undefined);
    return folder;
  }
  log('Building the browser app …');
  // A separate process, because a bundler leaves several hundred megabytes in memory.
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [import.meta.filename], options);
  const printed = `${stdout}${stderr}`.trim();
  if (status !== 0 || !existsSync(folder)) throw new Error(`The browser app could not be built: ${printed}`);
  if (printed !== '') log(printed);
  return folder;
}

async function build(): Promise<void> {
  const folder = join(builds, hashOfSources());
  const vite = await import('vite').catch(() => {
    throw new Error(
      'The build is missing or outdated, and no bundler is installed: run `npm ci --include=dev && npm run build`',
    );
  });
  const unfinished = `${folder}.${process.pid}`;
  await vite.build({ root, logLevel: 'warn', build: { outDir: join(unfinished, 'client') } });
  // The server bundle is one file; the warning that it is not split is hidden.
  const server = { ssr: 'src/web/server.tsx', outDir: join(unfinished, 'server') };
  await vite.build({ root, logLevel: 'error', build: server });
  publish(unfinished, folder);
  deleteOldBuilds(folder);
  storeCommit(process.env.COMMIT);
}

/** If another process built the same sources first, its folder may be in use already, and this one is deleted. */
function publish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    const { code = '' } = asSystemError(error);
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code) || !existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Recent builds are kept, because a running server may still read them. */
function deleteOldBuilds(current: string): void {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    // Another process may have deleted it already.
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() && folder !== current && Date.now() - stats.mtimeMs > keepOldMs)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** The sources of the browser app: its own files, and those that it shares with the server. */
export function listSources(from = root): string[] {
  const entries = globSync(
    [
      'src/{web,content,api,accounts,account-settings,keys,oauth,gateway,pictures,weather}/**/*',
      'src/platform/{contract,lru-cache}.ts',
      'src/time.ts',
      'src/urls.ts',
      'vite.config.ts',
    ],
    { cwd: from, withFileTypes: true, exclude: (entry) => entry.name.endsWith('.test.ts') },
  );
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(from, join(entry.parentPath, entry.name))).sort();
}

export function hashOfSources(from = root): string {
  const hash = createHash('sha256');
  for (const file of listSources(from))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(from, file)))
      .update('\0');
  // The versions alone: some releases of npm rewrite other lines of the file when they remove packages.
  const { packages } = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as LockFile;
  for (const [path, { version }] of Object.entries(packages)) hash.update(`${path}@${version}\0`);
  return hash.digest('hex').slice(0, 16);
}

interface LockFile {
  packages: Record<string, { version?: string }>;
}

if (process.argv[1] === import.meta.filename) await build();
