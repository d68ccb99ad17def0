import { setTimeout as pause } from 'node:timers/promises';
import { api, calls } from '../../src/urls.ts';
import { downloadGrid } from '../download.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { loadAllAnswered, loadSeconds } from '../load.ts';
import { pacedP99Ms } from '../pace.ts';
import { parallelLoadFigures } from '../parallel-load.ts';
import { cpuMs, peakRssMb, rssMb } from '../process-figures.ts';

/** Measures point forecasts, one grid variable, and a FULL file that streams while others are served. */
export const sandboxPart: Part = {
  name: 'sandbox',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const keyed = await startKeyedPortal();
    const { portal, authorization } = keyed;
    stack.defer(() => portal.close());
    const pid = portal.process.pid!;

    const points = await loadAllAnswered({
      url: `${portal.url}${api}/points?coordinates=42.36,-71.06&max_forecast_hour=48`,
      headers: { authorization },
      pid,
    });

    // The first grid starts the worker and builds its tables.
    await downloadGrid(keyed, 'wind_u_10m');
    const cpuBeforeMs = cpuMs(pid);
    const grid = await downloadGrid(keyed, 'temperature_2m');
    const gridCpuMs = cpuMs(pid) - cpuBeforeMs;

    const floor = stack.adopt(await startFloor(new Uint8Array(), {}), (started) => started.close());
    const statusUrl = portal.url + calls.authStatus;
    await pacedP99Ms(statusUrl, pause(1000));
    const idleP99Ms = await pacedP99Ms(statusUrl, pause(loadSeconds * 1000));
    const rssBeforeMb = rssMb(pid);
    const streaming = downloadGrid(keyed, 'FULL');
    const [full, peakMb, busyP99Ms, bareP99Ms] = await Promise.all([
      streaming,
      peakRssMb(pid, streaming),
      pacedP99Ms(statusUrl, streaming),
      pacedP99Ms(floor.url, streaming),
    ]);
    const load = await parallelLoadFigures(keyed);
    return [
      {
        what: 'point forecasts, one place, 48 hours, for each second of CPU',
        value: points.perCpuSecond,
        unit: '/s',
      },
      {
        what: `one 0.25° variable (${megabytes(grid.bytes)} MB), CPU`,
        value: gridCpuMs,
        unit: 'ms',
      },
      {
        what: `memory that FULL (${megabytes(full.bytes)} MB) adds while it streams`,
        value: peakMb - rssBeforeMb,
        unit: 'MB',
        aim: 'at most 250',
      },
      compared({
        what: 'memory while FULL streams, floor: before',
        value: peakMb,
        unit: 'MB',
        floor: rssBeforeMb,
      }),
      compared({
        what: 'p99 of status while FULL streams, floor: idle',
        value: busyP99Ms,
        unit: 'ms',
        floor: idleP99Ms,
        aim: 'under 3',
      }),
      compared({
        what: 'the same, floor: a bare server meanwhile',
        value: busyP99Ms,
        unit: 'ms',
        floor: bareP99Ms,
      }),
      ...load,
    ];
  },
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
