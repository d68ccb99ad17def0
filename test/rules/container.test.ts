import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../../src/platform/root.ts';
import { health } from '../../src/urls.ts';
import { decoys } from '../helpers/container-decoys.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The last stage is the image that runs. */
const last = read('Containerfile')
  .split(/^FROM /m)
  .at(-1)!;
const of = (instruction: string) =>
  [...last.matchAll(new RegExp(`^${instruction} ((?:.*\\\\\\n)*.*)`, 'gm'))].map((match) => match[1]!);

describe('the image', () => {
  test('runs as an unprivileged user, by a number that Kubernetes can check', () => {
    expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
  });

  test('installs and builds nothing in its last stage, so that it contains no build tools', () => {
    expect([...of('RUN'), ...of('ADD')]).toEqual([]);
    expect(of('COPY')).toEqual(['--from=build /portal /portal']);
    expect(read('Containerfile')).toContain('npm prune --omit=dev');
  });

  test('starts the server itself, so that SIGTERM reaches it, as `npm start` does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const started = [...JSON.parse(of('ENTRYPOINT')[0]!), ...JSON.parse(of('CMD')[0]!)];
    expect(started).toEqual(['/portal/node', ...scripts.start.split(' ').slice(1)]);
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  test('has a health check, and labels with the release and the commit', () => {
    expect(of('HEALTHCHECK')[0]).toContain(health);
    const labels = Object.fromEntries(
      [...of('LABEL')[0]!.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(labels).toMatchObject({
      title: expect.any(String),
      version: packageFile.version,
      // This build argument is declared again in this stage.
      revision: expect.stringMatching(/^\$\{COMMIT\}$/),
    });
    expect(of('ARG')).toEqual(['COMMIT=unknown']);
  });

  test('stores the commit that its build names, before it builds', () => {
    const stage = read('Containerfile').split(/^FROM /m)[1]!;
    const [argument, build] = [/^ARG COMMIT=unknown$/m, /^RUN npm run build/m].map((line) =>
      stage.search(line),
    );
    expect([argument! > 0, build! > argument!]).toEqual([true, true]);
  });
});

describe('a build copies', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

  test('exactly what it needs from the repository', () => {
    const folders = tracked.filter((file) => /^(content|db|src)\//.test(file) && !file.endsWith('.test.ts'));
    const single =
      'LICENSE docs/licences.md package-lock.json package.json run.mjs tsconfig.json vite.config.ts';
    const copied = tracked.filter((file) => isCopied(file));
    expect(copied.toSorted()).toEqual([...folders, ...single.split(' ')].toSorted());
  });

  test('no secret, no data and no build output, in any folder', () => {
    expect(decoys.filter((file) => isCopied(file))).toEqual([]);
  });

  test('the same with Docker, which reads a different ignore file than Podman and Buildah', () => {
    expect(read('.dockerignore')).toBe(read('.containerignore'));
  });
});

const patterns = read('.containerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** In Docker and Podman the last pattern that matches a file or one of its folders decides. */
function isCopied(file: string): boolean {
  const names = file.split('/');
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const last = patterns.findLast((pattern) => paths.some((path) => globOf(pattern).test(path)));
  return last === undefined || last.startsWith('!');
}

const globOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/^!/, '')
      .replaceAll('.', '\\.')
      .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))}$`,
  );
