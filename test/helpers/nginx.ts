import { mkdtempSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { api } from '../../src/urls.ts';
import type { GatewaySettings } from './gateway-environment.ts';
import { freePort } from './postgres.ts';
import { bothPortals, findProgram, hasIpv6, type Running, recipe, startProgram } from './recipe.ts';

export const nginx = findProgram('nginx');

interface NginxOptions extends GatewaySettings {
  program?: string;
  folder: string;
  /** The public URL, which browsers send as origin. */
  portalUrl?: string;
  port?: number;
}

/** Writes the shipped recipe with only the lines marked CHANGE replaced. */
export async function startNginx(options: NginxOptions): Promise<Running> {
  const {
    program = nginx!,
    ports,
    apiPath = api,
    portalUrl = 'https://localhost',
    port = await freePort(),
  } = options;
  const folder = mkdtempSync(join(options.folder, 'run-'));
  const [site, main] = [join(folder, 'site.conf'), join(folder, 'nginx.conf')];
  const logFiles = ['api.log', 'access.log', 'error.log'].map((name) => join(folder, name));
  const changes: [string, string][] = [
    ['127.0.0.1:3000', bothPortals(ports, (port) => `127.0.0.1:${port}`, '; server ')],
    ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
    ['https://portal.example.com', portalUrl],
    ['portal.example.com', new URL(portalUrl).host],
    ['listen 80;', `listen ${port};`],
    ['listen [::]:80;', hasIpv6 ? `listen [::]:${port};` : ''],
    [`location ${api}/`, `location ${apiPath}/`],
    ['/var/log/nginx/api.log', logFiles[0]!],
  ];
  writeFileSync(site, recipe('nginx.conf', changes));
  writeFileSync(main, mainConfiguration(folder, site));
  const running = await startProgram([program, '-c', main, '-p', folder], { port, logFiles });
  return { ...running, reload: () => running.signal('SIGHUP') };
}

/** Wraps a site as the distribution's nginx.conf does, with paths that a test can write to. */
const mainConfiguration = (folder: string, site: string) => `
daemon off;
${userInfo().uid === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  include ${site};
}
`;
