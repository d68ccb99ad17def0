import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { cacheAndAsk, sendFile, servedFile } from '../platform/http/served-file.ts';
import { root } from '../platform/root.ts';
import { licences } from '../urls.ts';

/** Every package on the server or in what a browser loads, as this very release has it. */
export function licenceRoutes(app: FastifyInstance): void {
  const file = servedFile('text/plain; charset=utf-8', licencesText(), cacheAndAsk);
  app.get(licences, (request, reply) => sendFile(request, reply, file));
}

function licencesText(): string {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  const rows = [...read('docs/licences.md').matchAll(/^\| (?!package|---)(\S+) \| (.+) \|$/gm)];
  const lines = rows.map(
    ([, name, licence]) => `${name} ${packages[`node_modules/${name}`]?.version} (${licence})`,
  );
  return `This portal contains the work of others. Each of these packages keeps its own licence:\n\n${lines.join('\n')}\n`;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
