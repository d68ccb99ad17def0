import { api, health, mcpServer } from '../src/urls.ts';
import { placesMax } from '../src/weather/forecast-parameters.ts';
import type { Figure } from './figure.ts';
import type { KeyedPortal } from './keyed-portal.ts';
import { mcpRequest } from './mcp-calls.ts';
import { pacedTimesMs } from './pace.ts';
import { callInParallel } from './parallel-calls.ts';
import { peakRssMb, rssMb } from './process-figures.ts';
import { rawAnswer } from './raw-answer.ts';

const crowdCalls = 200;
const batchedCalls = 20;
const manyPlaces = Array.from({ length: placesMax }, (_, index) => `${index},${index * 7 - 170}`).join(';');

/** How long others wait, and what is held in memory, while much is asked for at once. */
export async function crowdFigures({ portal, authorization }: KeyedPortal): Promise<Figure[]> {
  const pid = portal.process.pid!;
  const healthUrl = portal.url + health;
  const rssBeforeMb = rssMb(pid);
  const crowd = callInParallel(
    crowdCalls,
    `${portal.url}${api}/points?coordinates=${manyPlaces}`,
    authorization,
  );
  const [crowdMs, crowdPeakMb] = await Promise.all([pacedTimesMs(healthUrl, crowd), peakRssMb(pid, crowd)]);
  const batch = rawAnswer(portal.url + mcpServer, batchOfGrids(authorization));
  const batchMs = await pacedTimesMs(healthUrl, batch);
  const { body } = await batch;
  if (body.includes('"isError":true') || !body.includes('"result":')) throw new Error(String(body));
  return [
    {
      what: `slowest /healthz while ${crowdCalls} calls for ${placesMax} places are answered`,
      value: Math.max(...crowdMs),
      unit: 'ms',
      aim: 'under 250',
    },
    { what: 'memory that these add', value: crowdPeakMb - rssBeforeMb, unit: 'MB' },
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
    // The revision that knows batches.
    headers: { ...request.headers, 'mcp-protocol-version': '2025-03-26' },
    body: JSON.stringify(Array.from({ length: batchedCalls }, (_, index) => one(index + 1))),
  };
}
