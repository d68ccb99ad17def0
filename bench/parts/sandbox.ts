import { readFileSync } from 'node:fs';
import { api, calls } from '../../src/urls.ts';
import type { Figure, Part } from '../figure.ts';
import { type KeyedPortal, startKeyedPortal } from '../keyed-portal.ts';
import { load } from '../load.ts';

const ticksPerSecond = 100;

/** Point forecasts, one variable of a grid, and a FULL file that streams while others are served. */
export const sandboxPart: Part = {
  name: 'sandbox',
  async run(): Promise<Figure[]> {
    const keyed = await startKeyedPortal();
    const { portal, authorization } = keyed;
    const points = `${portal.url}${api}/points?coordinates=42.36,-71.06&max_forecast_hour=48`;
    const pointLoad = await load({ url: points, headers: { authorization } });
    if (pointLoad.failures > 0) throw new Error('Some point forecasts were refused');

    await download(keyed, '/gridded/wind_u_10m');
    const before = cpuMs(portal.process.pid!);
    const gridBytes = await download(keyed, '/gridded/temperature_2m');
    const gridCpuMs = cpuMs(portal.process.pid!) - before;

    const status = { url: portal.url + calls.authStatus, connections: 5, seconds: 4 };
    const idle = await load(status);
    const [fullBytes, busy] = await Promise.all([download(keyed, '/gridded/FULL'), load(status)]);
    const peakMb = peakMegabytes(portal.process.pid!);
    await portal.close();
    return [
      {
        what: 'point forecasts, one place, 48 hours',
        value: pointLoad.perSecond,
        unit: '/s',
        aim: '3000 on one core',
      },
      {
        what: `one 0.25° variable (${megabytes(gridBytes)} MB), CPU`,
        value: gridCpuMs,
        unit: 'ms',
        aim: 'under 300',
      },
      {
        what: `memory after FULL (${megabytes(fullBytes)} MB)`,
        value: peakMb,
        unit: 'MB',
        aim: 'at most 250 more',
      },
      {
        what: 'p99 of status while FULL streams, floor: idle',
        value: busy.p99Ms,
        unit: 'ms',
        floor: idle.p99Ms,
        ratio: busy.p99Ms / Math.max(1, idle.p99Ms),
        aim: 'under 3',
      },
    ];
  },
};

async function download({ portal, authorization }: KeyedPortal, path: string): Promise<number> {
  const time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString().slice(0, 19);
  const answer = await fetch(`${portal.url}${api}${path}?time=${time}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  return bytes;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** User and system time of the process so far: fields 14 and 15 of its stat file. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

const peakMegabytes = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
