import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from './root.ts';

const file = join(root, 'build/commit');

/** The release that this process runs. A build stores the commit, because a server has no git, or may not read the checkout. */
export function readRelease(): { version: string; commit: string } {
  const commit = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { version: packageFile.version, commit: isCommit(commit) ? commit : 'unknown' };
}

/** The commit is the one of the checkout. A container's build has no checkout and names it. */
export function storeCommit(named: string | undefined): void {
  const commit = named?.trim() || readCheckout();
  if (!isCommit(commit) || commit === readRelease().commit) return;
  mkdirSync(join(root, 'build'), { recursive: true });
  // Another process may read the file meanwhile.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, commit);
  renameSync(unfinished, file);
}

/** A folder above the portal may be the checkout of something else. */
function readCheckout(): string {
  if (!existsSync(join(root, '.git'))) return '';
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return (stdout ?? '').trim();
}

const isCommit = (text: string) => /^[0-9a-f]{7,64}$/.test(text);
