import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/platform/root.ts';

const folder = join(root, 'docs/container');
const containerfile = () => readFileSync(join(root, 'Containerfile'), 'utf8');

/** The variables that the image sets. */
export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    [...containerfile().matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs]) =>
      pairs!.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  );

/** What the image starts, without the program itself. */
export const imageCommand = (): string[] =>
  JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile().split('ENTRYPOINT')[1]!)![1]!);

/** Creates the image's `admin` command in a folder that stands for /portal, with the Containerfile's own line. */
export function makeAdminCommand(place: string): string {
  mkdirSync(place, { recursive: true });
  symlinkSync(process.execPath, join(place, 'node'));
  for (const name of ['run.mjs', 'src', 'node_modules', 'content', 'db', 'build'])
    symlinkSync(join(root, name), join(place, name));
  cpSync(join(root, 'package.json'), join(place, 'package.json'));
  const line = /^RUN (mkdir bin(?:.*\\\n)*.*)$/m.exec(containerfile())![1]!;
  execFileSync('sh', ['-ec', line.replaceAll('/portal/', `${place}/`)], { cwd: place });
  return join(place, 'bin/admin');
}

interface Service {
  image: string;
  environment: Record<string, string | number>;
  networks: { inside: { ipv4_address: string } };
  depends_on: Record<string, object>;
  healthcheck: { test: string[] };
  ports?: string[];
  container_name?: string;
}

export interface Compose {
  services: Record<'postgres' | 'portal-1' | 'portal-2' | 'nginx', Service>;
}

/** Reads the compose file with variables in place of `${…}`, as Docker and Podman do. */
export function readCompose(variables: Record<string, string>): Compose {
  const withVariables = (text: string) =>
    text.replaceAll(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, name: string, kind: string | undefined, word = '') => {
        const value = variables[name];
        if (value) return value;
        if (kind === '?') throw new Error(`${name}: ${word}`);
        return kind === '-' ? word : '';
      },
    );
  const revive = (_: unknown, value: unknown) => (typeof value === 'string' ? withVariables(value) : value);
  return parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), revive, { merge: true }) as Compose;
}

/** Runs `start` on a copy, with a program in place of Docker that prints what it is given. */
export function runStart(place: string, env: Record<string, string> = {}): string {
  const bin = join(place, 'bin');
  mkdirSync(bin, { recursive: true });
  cpSync(folder, join(place, 'container'), { recursive: true });
  cpSync(join(import.meta.dirname, 'stand-ins/docker'), join(bin, 'docker'));
  chmodSync(join(bin, 'docker'), 0o755);
  return execFileSync('sh', [join(place, 'container/start')], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: `${bin}:/usr/bin:/bin`, ...env },
  });
}

export const nginxConfiguration = () => readFileSync(join(folder, 'nginx.conf'), 'utf8');
