import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root as project } from '../../src/platform/root.ts';
import { type MachineAddresses, substituteAddresses } from './machine-addresses.ts';

/** Creates a repository with the project's files as v1.0.0, and a v1.1.0 with a migration and other built files. */
export function makeReleases(addresses: MachineAddresses): void {
  const work = join(addresses.root, 'network/work');
  copyProject(work);
  const files = [...globSync('docs/deployment/*', { cwd: work }), 'docs/gateway/nginx.conf'];
  for (const file of files) {
    const path = join(work, file);
    writeFileSync(path, substituteAddresses(readFileSync(path, 'utf8'), addresses));
  }
  git(work, 'init', '--quiet');
  release(work, 'v1.0.0');
  writeFileSync(
    join(work, 'db/migrations/9999-next.sql'),
    'create table next_release (id text primary key);\n',
  );
  appendFileSync(join(work, 'src/web/main.tsx'), "document.documentElement.dataset.release = 'next';\n");
  release(work, 'v1.1.0');
  git(addresses.root, 'clone', '--quiet', '--bare', work, join(addresses.root, 'network/portal.git'));
}

/** Adds a built v1.2.0 whose migration fails. */
export function makeBrokenRelease({ root }: MachineAddresses): void {
  const folder = join(root, 'opt/portal/releases');
  execFileSync('cp', ['--archive', '--link', join(folder, 'v1.1.0'), join(folder, 'v1.2.0')]);
  writeFileSync(join(folder, 'v1.2.0/db/migrations/9999-worse.sql'), 'not a statement;\n');
}

/** Creates Node's archive, with links in place of the programs. */
export function makeNodeArchive({ root }: MachineAddresses, npm: string): void {
  const folder = join(root, 'network/archive');
  const bin = join(folder, 'node/bin');
  mkdirSync(bin, { recursive: true });
  execFileSync('ln', ['-s', process.execPath, join(bin, 'node')]);
  execFileSync('ln', ['-s', npm, join(bin, 'npm')]);
  const archive = join(root, `network/node-v24.21.0-linux-x64.tar.gz`);
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', folder, 'node']);
}

/** Lists the files of the working copy that are not ignored, committed or not. */
function copyProject(to: string): void {
  const listed = git(project, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  const files = listed.filter((file) => file !== '' && globSync(file, { cwd: project }).length > 0);
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(project, file), join(to, file));
  }
}

function release(folder: string, tag: string): void {
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', tag);
  git(folder, 'tag', tag);
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
