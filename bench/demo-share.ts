import { api, calls } from '../src/urls.ts';
import { maxPlaces } from '../src/weather/call-cost.ts';
import { startPortalProcess } from '../test/helpers/process.ts';
import { browserAt } from '../test/helpers/remote-browser.ts';
import type { Figure } from './figure.ts';
import { basicAuth } from './keyed-portal.ts';
import { cpuMs, untilAtRest } from './process-figures.ts';

const windowMs = 10 * 60_000;
/** The demo runs this many calls at once. */
const visitors = 2;
const places = Array.from({ length: maxPlaces }, (_, index) => `${index},${index * 7 - 170}`).join(';');

/** Visitors from many networks send as many calls as they can until the demo's ten minutes are used up. */
export async function demoShare(): Promise<Figure> {
  await using stack = new AsyncDisposableStack();
  const portal = stack.adopt(
    await startPortalProcess({ LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000' }),
    (started) => started.close(),
  );
  const browser = browserAt(() => portal.url);
  await browser.open();
  const { client_id, token } = (await browser.post(calls.demoToken, {})).json();
  const headers = { authorization: basicAuth(client_id, token) };
  const ask = async () => {
    const answer = await fetch(`${portal.url}${api}/points?coordinates=${places}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const pid = portal.process.pid!;
  await untilAtRest(pid);
  const before = cpuMs(pid);
  const ends = await Promise.all(
    Array.from({ length: visitors }, async () => {
      let status = 200;
      while (status === 200) status = await ask();
      return status;
    }),
  );
  if (ends.some((status) => status !== 503)) throw new Error(`The demo ended with ${ends.join(', ')}`);
  return {
    what: 'what ten minutes of the demo take at its limit, of a core',
    value: ((cpuMs(pid) - before) / windowMs) * 100,
    unit: '%',
    aim: 'at most 5',
  };
}
