import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPlaces, type Places } from './places.ts';

export const nginxSettings = '/etc/nginx/nginx.conf';

const folders = [
  'etc/nginx/conf.d',
  'etc/nginx/sites-enabled',
  'etc/systemd/system',
  'usr/local/sbin',
  'var/log/nginx',
  'run',
];

/** What is on the machine before the recipe: Debian's own settings for nginx, and names that lead to it. */
export function furnish(places: Places): void {
  const { root, ports } = places;
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'users'), 'postgres\n');
  const doors = ['portal.example.com', 'api.example.com'].flatMap((name) => [
    `connect-to = "${name}:443:127.0.0.1:${ports.https}"\n`,
    `connect-to = "${name}:80:127.0.0.1:${ports.http}"\n`,
  ]);
  writeFileSync(join(root, '.curlrc'), doors.join(''));
  cpSync('/etc/nginx/mime.types', join(root, 'etc/nginx/mime.types'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${root}/run/${kind};`).join(' ');
  const settings = readFileSync(nginxSettings, 'utf8').replace('http {', `http { ${temporary}`);
  writeFileSync(join(root, 'etc/nginx/nginx.conf'), inPlaces(settings, places));
}
