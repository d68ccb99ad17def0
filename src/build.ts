import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './platform/root.ts';

/** Bundles the browser app, and the same app once more for the server to render pages with. */

const stampPath = join(root, 'build/stamp');

/** Builds when the sources are not those of the last build. Says so, because it takes a few seconds. */
export async function buildIfNeeded(say: (line: string) => void): Promise<void> {
  const stamp = stampOfSources();
  if (readStamp() === stamp) return;
  say('Building the browser app …');
  await build();
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stampPath, stamp);
}

async function build(): Promise<void> {
  // Not loaded otherwise: a deployment that was built and pruned has no bundler.
  const vite = await import('vite').catch(() => {
    throw new Error(
      'The browser app is not built for these sources: run `npm ci --include=dev && npm run build` first',
    );
  });
  const options = { root, logLevel: 'warn', mode: 'production' } as const;
  await vite.build(options);
  await vite.build({ ...options, build: { ssr: 'src/web/server.tsx' } });
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

if (process.argv[1] === import.meta.filename) await buildIfNeeded(console.log);
