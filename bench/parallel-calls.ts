import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { root } from '../src/platform/root.ts';

/** All at once, in a process of its own: reading hundreds of megabytes would disturb a clock. */
export async function callInParallel(count: number, url: string, authorization: string): Promise<void> {
  const args = ['run.mjs', 'bench/parallel-calls.ts', String(count), url, authorization];
  await promisify(execFile)(process.execPath, args, { cwd: root });
}

function call(url: string, authorization: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on('end', resolve).on('error', reject);
    }).on('error', reject);
  });
}

if (process.argv[1] === import.meta.filename) {
  const [count, url, authorization] = process.argv.slice(2);
  const agent = new Agent({ maxSockets: Number(count) });
  await Promise.all(Array.from({ length: Number(count) }, () => call(url!, authorization!, agent)));
}
