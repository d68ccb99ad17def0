import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { root } from '../src/platform/root.ts';
import { api, health, mcpServer } from '../src/urls.ts';
import { maxPlaces } from '../src/weather/call-cost.ts';
import type { Figure } from './figure.ts';
import type { KeyedPortal } from './keyed-portal.ts';
import { mcpRequest } from './mcp-calls.ts';
import { pacedTimesMs } from './pace.ts';
import { peakRssMb, rssMb } from './process-figures.ts';
import { rawAnswer } from './raw-answer.ts';

const parallelCallCount = 200;
const batchedCalls = 20;
const manyPlaces = Array.from({ length: maxPlaces }, (_, index) => `${index},${index * 7 - 170}`).join(';');

/** Measures how long others wait and how much memory is used during many large calls. */
export async function parallelLoadFigures({ portal, authorization }: KeyedPortal): Promise<Figure[]> {
  const pid = portal.process.pid!;
  const healthUrl = portal.url + health;
  const rssBeforeMb = rssMb(pid);
  const load = callInParallel(
    parallelCallCount,
    `${portal.url}${api}/points?coordinates=${manyPlaces}`,
    authorization,
  );
  const [loadMs, loadPeakMb] = await Promise.all([pacedTimesMs(healthUrl, load), peakRssMb(pid, load)]);
  const batch = rawAnswer(portal.url + mcpServer, batchOfGrids(authorization));
  const batchMs = await pacedTimesMs(healthUrl, batch);
  const { body } = await batch;
  // The server stops such a batch after five seconds, so not every call of it is answered.
  if (!body.includes('"structuredContent"')) throw new Error(String(body));
  return [
    {
      what: `slowest /healthz while ${parallelCallCount} calls for ${maxPlaces} places are answered`,
      value: Math.max(...loadMs),
      unit: 'ms',
      aim: 'under 250',
    },
    { what: 'memory that these add', value: loadPeakMb - rssBeforeMb, unit: 'MB' },
    {
      what: `slowest /healthz while one batch asks for ${batchedCalls} summaries of grids`,
      value: Math.max(...batchMs),
      unit: 'ms',
      aim: 'under 250',
    },
  ];
}

function batchOfGrids(authorization: string) {
  const one = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_gridded_summary', arguments: { variable: 'temperature_2m' } },
  });
  const request = mcpRequest(authorization, 'tools/call');
  return {
    ...request,
    // This revision of the protocol supports batches.
    headers: { ...request.headers, 'mcp-protocol-version': '2025-03-26' },
    body: JSON.stringify(Array.from({ length: batchedCalls }, (_, index) => one(index + 1))),
  };
}

/** Sends all calls at once from a separate process, because reading hundreds of megabytes would disturb timing. */
async function callInParallel(count: number, url: string, authorization: string): Promise<void> {
  const args = ['run.mjs', 'bench/parallel-load.ts', String(count), url, authorization];
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
