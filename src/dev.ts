import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './platform/root.ts';

/** A change of these files restarts the server. The browser app reloads without a restart. */
const watched = [
  ...globSync('src/*', { cwd: root, exclude: ['src/web', 'src/dev.ts'] }),
  'content',
  'db',
  'vite.config.ts',
];
const server = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${join(root, path)}`),
    '--watch-preserve-output',
    'run.mjs',
    'src/boot/dev-server.ts',
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
