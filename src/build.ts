import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './platform/root.ts';

/** Bundles the browser app, and the same app once more for the server to render pages with. */

const stampPath = join(root, 'build/stamp');

/** Builds when the sources are not those of the last build. Says so, because it takes a few seconds. */
export function buildIfNeeded(say: (line: string) => void): void {
  if (readStamp() === stampOfSources()) return;
  say('Building the browser app …');
  // In a process of its own: a bundler leaves several hundred megabytes behind.
  const { status } = spawnSync(process.execPath, [import.meta.filename], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The browser app could not be built');
}

async function build(): Promise<void> {
  const stamp = stampOfSources();
  const vite = await import('vite').catch(() => {
    throw new Error(
      'There is no bundler here and the build is not of these sources: run `npm ci --include=dev && npm run build`',
    );
  });
  await vite.build({ root, logLevel: 'warn' });
  // One file is fine for the server: that it cannot be split there is not worth a warning.
  await vite.build({ root, logLevel: 'error', build: { ssr: 'src/web/server.tsx' } });
  writeFileSync(stampPath, stamp);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampPath, 'utf8');
  } catch {
    return undefined;
  }
}

/** What the browser app is made of: its own files and the contracts and rules it shares with the server. */
function stampOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(
    ['src/{web,content,accounts,keys}/**/*', 'src/urls.ts', 'vite.config.ts', 'package-lock.json'],
    {
      cwd: root,
      withFileTypes: true,
      exclude: (entry) => entry.name.endsWith('.test.ts'),
    },
  );
  const files = new Set(
    sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files].sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) await build();
