import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../helpers/recipe.ts';

const base = 'localhost/portal-test-base';
const builder = 'localhost/portal-test-build';

/** The base images of the Containerfile, or some of Debian's packages if the images cannot be pulled. */
export function findBases(): string[] | string {
  const podman = (...args: string[]) => spawnSync('podman', args, { encoding: 'utf8' });
  if (podman('pull', '--quiet', 'docker.io/library/debian:12-slim').status === 0) return [];
  if (!findProgram('mmdebstrap')) return 'no image can be pulled, and mmdebstrap is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'portal-base-'));
  try {
    const tar = join(folder, 'base.tar');
    const include = '--include=libstdc++6,ca-certificates';
    const made = spawnSync('mmdebstrap', ['--variant=minbase', include, 'bookworm', tar], {
      encoding: 'utf8',
    });
    if (made.status !== 0)
      return `no image can be pulled, and none can be made: ${made.stderr.trim().split('\n').at(-1)}`;
    podman('import', tar, base);
    rmSync(tar);
    return addNpm(folder) ?? ['--build-arg', `BASE_IMAGE=${base}`, '--build-arg', `BUILD_IMAGE=${builder}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The machine's Node and npm, with its registry settings. */
function addNpm(folder: string): string | undefined {
  const npm = realpathSync(findProgram('npm')!);
  const node = spawnSync('bash', ['-c', 'PATH=/usr/local/bin:/usr/bin command -v node'], {
    encoding: 'utf8',
  });
  cpSync(realpathSync(node.stdout.trim()), join(folder, 'node'));
  cpSync(dirname(dirname(npm)), join(folder, 'npm'), { recursive: true });
  const setting = (name: string) =>
    spawnSync(npm, ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
  const settings = [`registry=${setting('registry')}`, 'omit-lockfile-registry-resolved=true'];
  // These certificates are trusted by this machine in addition to the usual ones.
  const trusted = process.env.NODE_EXTRA_CA_CERTS ?? setting('cafile');
  const isTrusting = existsSync(trusted);
  if (isTrusting) {
    cpSync(realpathSync(trusted), join(folder, 'trusted.pem'));
    settings.push('cafile=/usr/etc/trusted.pem');
  }
  writeFileSync(join(folder, 'npmrc'), settings.map((line) => `${line}\n`).join(''));
  writeFileSync(
    join(folder, 'Containerfile'),
    `FROM ${base}
COPY node /usr/bin/node
COPY npm /usr/lib/node_modules/npm
COPY ${isTrusting ? 'trusted.pem ' : ''}npmrc /usr/etc/
ENV NPM_CONFIG_GLOBALCONFIG=/usr/etc/npmrc
RUN ln -s /usr/lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
`,
  );
  const { status, stderr } = spawnSync('podman', ['build', '--isolation=chroot', '--tag', builder, folder], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1);
}
