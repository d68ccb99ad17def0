import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../platform/root.ts';
import { hourMs } from '../time.ts';

/** Bundles the browser app, and the same app once more for the server to render pages with. */

const builds = join(root, 'build');
const keepOldMs = hourMs;

/**
 * The folder of the bundles made from these very sources; makes them when they are not there. The folder is
 * named after the sources, so that a build at the same time, or from other sources, is not disturbed.
 */
export function buildIfNeeded(say: (line: string) => void): string {
  const folder = join(builds, stampOfSources());
  if (existsSync(folder)) return folder;
  say('Building the browser app …');
  // In a process of its own: a bundler leaves several hundred megabytes behind.
  const { status } = spawnSync(process.execPath, [import.meta.filename], { cwd: root, stdio: 'inherit' });
  if (status !== 0 || !existsSync(folder)) throw new Error('The browser app could not be built');
  return folder;
}

async function build(): Promise<void> {
  const folder = join(builds, stampOfSources());
  const vite = await import('vite').catch(() => {
    throw new Error(
      'There is no bundler here and the build is not of these sources: run `npm ci --include=dev && npm run build`',
    );
  });
  const unfinished = `${folder}.${process.pid}`;
  await vite.build({ root, logLevel: 'warn', build: { outDir: join(unfinished, 'client') } });
  // One file is fine for the server: that it cannot be split there is not worth a warning.
  const server = { ssr: 'src/web/server.tsx', outDir: join(unfinished, 'server') };
  await vite.build({ root, logLevel: 'error', build: server });
  publish(unfinished, folder);
  forgetOldBuilds(folder);
}

/** A build of the same at the same time that was first may be served already: then ours is not needed. */
function publish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code) || !existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** A server that was started from an older build may still be reading it. */
function forgetOldBuilds(current: string): void {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    // Another build may have been quicker to forget it.
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats && folder !== current && Date.now() - stats.mtimeMs > keepOldMs)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** What the browser app is made of: its own files and the contracts and rules it shares with the server. */
function stampOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(
    [
      'src/{web,content,accounts,keys,gateway,pictures,weather}/**/*',
      'src/platform/{contract,lru-cache}.ts',
      'src/time.ts',
      'src/urls.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true, exclude: (entry) => entry.name.endsWith('.test.ts') },
  );
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...new Set(files)].sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

if (process.argv[1] === import.meta.filename) await build();
