import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { root } from '../src/platform/root.ts';
import { api } from '../src/urls.ts';
import type { KeyedPortal } from './keyed-portal.ts';

const hourMs = 3_600_000;

/** Downloads a grid in a separate process, because reading half a gigabyte would disturb the measurement. */
export async function downloadGrid(
  { portal, authorization }: KeyedPortal,
  name: string,
): Promise<{ bytes: number }> {
  const time = new Date(Math.ceil(Date.now() / hourMs) * hourMs).toISOString().slice(0, 19);
  const url = `${portal.url}${api}/gridded/${name}?time=${time}`;
  const args = ['run.mjs', 'bench/download.ts', url, authorization];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return { bytes: Number(stdout) };
}

/** The client uses as little CPU as possible, because the server runs on the same machine. */
function countBytes(url: string, authorization: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes)).on('error', reject);
    }).on('error', reject);
  });
}

if (process.argv[1] === import.meta.filename) {
  const [url, authorization] = process.argv.slice(2);
  console.log(await countBytes(url!, authorization!));
}
