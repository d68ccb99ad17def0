import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '../../src/urls.ts';
import type { GatewaySettings } from './gateway-environment.ts';
import { freePort } from './postgres.ts';
import { bothPortals, type Running, recipe, startProgram } from './recipe.ts';

interface CaddyOptions extends GatewaySettings {
  program: string;
  folder: string;
}

/** Caddy 2.6 (Debian) and 2.11 take the same arguments. */
export const caddyDifferences = { resetsOnReload: true };

/** Writes the shipped recipe with only the lines marked CHANGE replaced. */
export async function startCaddy({ program, folder, ports, apiPath = api }: CaddyOptions): Promise<Running> {
  const port = await freePort();
  const own = mkdtempSync(join(folder, 'run-'));
  const file = join(own, 'Caddyfile');
  const changes: [string, string][] = [
    ['forward_auth 127.0.0.1:3000', `forward_auth ${bothPortals(ports, (port) => `127.0.0.1:${port}`, ' ')}`],
    ['127.0.0.1:3000', `127.0.0.1:${ports.portal}`],
    ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
    ['portal.example.com', 'localhost'],
    ['api.example.com', `http://127.0.0.1:${port}, http://[::1]:${port}`],
    [`route ${api}/*`, `route ${apiPath}/*`],
  ];
  // The admin API has its own port, because another Caddy on this machine may use the default one.
  const admin = `unix/${join(own, 'admin')}`;
  writeFileSync(file, recipe('Caddyfile', changes).replace(/^\{$/m, `{\n\tadmin ${admin}`));
  const env = { HOME: own };
  const configuration = ['--config', file, '--adapter', 'caddyfile'];
  const running = await startProgram([program, 'run', ...configuration], { port, env });
  const reload = [...configuration, '--force', '--address', admin];
  return { ...running, reload: () => promisify(execFile)(program, ['reload', ...reload], { env }) };
}
