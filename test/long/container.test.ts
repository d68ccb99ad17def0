import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { randomId, randomSecret } from '../../src/platform/secrets.ts';
import { health, pages } from '../../src/urls.ts';
import { decoys } from '../helpers/container-decoys.ts';
import { freePort } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { findProgram } from '../helpers/recipe.ts';
import { findBases } from './container-bases.ts';

const podman = findProgram('podman');
// crun refuses machines whose cgroups are of both kinds.
const runtime = findProgram('runc') ? ['--runtime', 'runc'] : [];
const run = (...args: string[]) => spawnSync(podman!, [...runtime, ...args], { cwd: root, encoding: 'utf8' });
const image = `portal-test-${randomId()}`;
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'];

/** The reason why there is no image to test, or undefined. */
function build(): string | undefined {
  if (!podman) return 'podman is not installed';
  const bases = findBases();
  if (typeof bases === 'string') return bases;
  const { status, stderr } = run(
    'build',
    // Images in the other format have no health check.
    '--format=docker',
    '--isolation=chroot',
    '--network=host',
    ...bases,
    `--build-arg=COMMIT=${commit}`,
    '--tag',
    image,
    '--file',
    'Containerfile',
    '.',
  );
  return status === 0 ? undefined : `podman cannot build it here: ${stderr.trim().split('\n').at(-1)}`;
}

const builder = podman ?? findProgram('buildah');

describe.skipIf(!builder)('a build', () => {
  test('copies none of the private files that may be in the folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-context-'));
    const context = join(folder, 'context');
    const ignoreFile = '.containerignore';
    const needed = ['package.json', 'src/main.ts', 'db/migrations/0001-schema.sql', 'docs/licences.md'];
    for (const file of [...decoys, ...needed, 'README.md', 'src/keys/keys.test.ts']) {
      mkdirSync(dirname(join(context, file)), { recursive: true });
      writeFileSync(join(context, file), 'x');
    }
    cpSync(join(root, ignoreFile), join(context, ignoreFile));
    writeFileSync(join(folder, 'Containerfile'), 'FROM scratch\nCOPY . /\n');
    const copied = join(folder, 'copied');
    const options = ['--file', join(folder, 'Containerfile'), '--output', `type=local,dest=${copied}`];
    const { status, stderr } = spawnSync(builder!, ['build', '--isolation=chroot', ...options, context], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.anything()]);
    const files = readdirSync(copied, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(copied, join(entry.parentPath, entry.name)));
    rmSync(folder, { recursive: true });
    expect(files.toSorted()).toEqual(needed.toSorted());
  });
});

const missing = build();
if (missing) console.log(`The image was not tried: ${missing}`);

describe.skipIf(missing !== undefined)('a container of the image', () => {
  let port: number;
  const name = `portal-test-${randomId()}`;
  beforeAll(async () => {
    port = await freePort();
    const options = [
      '--read-only',
      '--tmpfs',
      '/data:mode=1777',
      '--cap-drop=all',
      '--security-opt=no-new-privileges',
    ];
    const settings = [
      `SECRET_KEY=${randomSecret()}`,
      `PUBLIC_URL=http://localhost:${port}`,
      'ALLOW_MISSING=SMTP_URL',
    ];
    const env = settings.flatMap((setting) => ['--env', setting]);
    const began = performance.now();
    const started = run(
      'run',
      '--detach',
      '--name',
      name,
      '--publish',
      `127.0.0.1:${port}:3000`,
      ...limits,
      ...options,
      ...env,
      image,
    );
    // Without systemd podman warns that nobody runs the health check. The test runs it.
    expect([started.status, started.stderr]).toEqual([0, expect.anything()]);
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}${health}`)).ok || undefined, 60);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const bytes = Number(run('image', 'inspect', '--format', '{{.Size}}', image).stdout);
    console.log(`The image has ${Math.round(bytes / 1e6)} MB; its container answered after ${seconds} s.`);
  });
  afterAll(() => {
    run('rm', '--force', name);
    run('rmi', '--force', image);
  });

  test('serves pages on a read-only root, as an unprivileged user', async () => {
    expect((await fetch(`http://127.0.0.1:${port}${pages.docs}`)).status).toBe(200);
    expect(run('exec', name, '/portal/node', '-p', 'process.getuid()').stdout.trim()).toBe('65532');
    expect(run('healthcheck', 'run', name).status).toBe(0);
  });

  test('contains no build tools', () => {
    for (const tool of ['npm', 'gcc', 'git', 'curl'])
      expect([tool, run('exec', name, 'sh', '-c', `command -v ${tool}`).status === 0]).toEqual([tool, false]);
  });

  test('knows its commit, and runs admin commands with its own settings', async () => {
    const label = '{{index .Labels "org.opencontainers.image.revision"}}';
    expect(run('image', 'inspect', '--format', label, image).stdout.trim()).toBe(commit);
    expect(await (await fetch(`http://127.0.0.1:${port}${health}`)).json()).toMatchObject({ commit });
    const { stdout } = run('exec', name, 'admin', 'status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ commit, processes: 1 });
  });

  test('stops by itself on SIGTERM', () => {
    const began = performance.now();
    run('stop', '--time', '30', name);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(run('inspect', '--format', '{{.State.ExitCode}}', name).stdout.trim()).toBe('0');
  });
});
