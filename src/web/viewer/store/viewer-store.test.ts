import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../../test/helpers/weather-app.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import type { DefaultFlight } from '../../../weather/contract.ts';
import { readDefaultFlight } from '../../../weather/fleet/default-flight.ts';
import { readFleet } from '../../../weather/fleet/fleet-snapshot.ts';
import { createSandbox } from '../../../weather/sandbox/sandbox.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import type { DataCall } from './viewer-calls.ts';
import { createViewer, type Viewer } from './viewer-store.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

let asked: { call: DataCall; signal: AbortSignal }[] = [];
let written: [search: string, how: string][] = [];
let refusedWith: number | undefined;
let first: DefaultFlight | undefined;
let viewer: Viewer;

const ask = async (call: DataCall, signal: AbortSignal): Promise<Outcome<string>> => {
  asked.push({ call, signal });
  if (refusedWith !== undefined) return requestError(refusedWith, 'Away.');
  const { statusCode, body } = await weather.app.inject({
    url: `/api/v1${call.path}`,
    query: Object.fromEntries(call.query),
  });
  return statusCode === 200 ? { ok: true, value: body } : requestError(statusCode, body);
};

const fleet = readFleet(
  createSandbox(() => nowMs),
  { timeMs: nowMs, hasPaths: true },
);

const openNew = () =>
  createViewer({
    ask,
    readFleet: async () => ({ ok: true, value: await fleet }),
    readDefault: async () => first,
    writeSearch: (search, how) => written.push([search, how]),
    now: () => nowMs,
  });

beforeEach(() => {
  asked = [];
  written = [];
  refusedWith = undefined;
  first = undefined;
  viewer = openNew();
});

const shown = () => {
  const { leg } = viewer.state.get();
  return {
    mission: leg?.mission,
    leg: leg?.number,
    timeSeconds: leg?.rows[viewer.cursor.get()]?.timestamp,
    remarks: viewer.state.get().remarks,
  };
};

describe('the viewer', () => {
  test('that is asked for nothing shows a sounding from the ground', async () => {
    await viewer.open('');
    const { leg, flight } = viewer.state.get();
    expect(leg!.number).toBe(1);
    expect(leg!.leg.groundMetres).not.toBeNull();
    expect(isUnavailable(leg!.sounding)).toBe(false);
    expect(flight!.legs.length).toBeGreaterThan(1);
  });

  test('asks nobody for what the portal told it to open with, and shows the same as if it had', async () => {
    await viewer.open('');
    const { leg, flight } = viewer.state.get();
    const bySource = { leg, flight, shown: shown() };
    const sandbox = createSandbox(() => nowMs);
    first = (await readDefaultFlight(sandbox, viewer.state.get().fleet!))!.flight;
    await sandbox.close();
    asked = [];
    viewer = openNew();
    await viewer.open('');
    expect(asked).toEqual([]);
    expect(shown()).toEqual(bySource.shown);
    expect(viewer.state.get().leg!.sounding).toEqual(bySource.leg!.sounding);
    expect(viewer.state.get().flight!.legs).toEqual(bySource.flight!.legs);
    await viewer.chooseLeg(2);
    expect(asked.map(({ call }) => call.path)).toEqual(['/observations.json']);
  });

  test('writes an address that shows the same again', async () => {
    await viewer.open('');
    await viewer.chooseLeg(2);
    viewer.moveTo(17);
    viewer.set('parcel', 'unstable');
    const before = shown();
    const [search] = written.at(-1)!;
    viewer = openNew();
    await viewer.open(search);
    expect(shown()).toEqual(before);
    expect(viewer.state.get().settings.parcel).toBe('unstable');
  });

  test('makes a new entry of the history for a mission and a leg, and none for a step', async () => {
    await viewer.open('');
    viewer.moveTo(3);
    await viewer.chooseLeg(2);
    await viewer.chooseMission(viewer.state.get().fleet!.balloons[0]!.name);
    expect(written.map(([, how]) => how)).toEqual(['replace', 'replace', 'push', 'push']);
  });

  test('finds the leg of a time that is in another one', async () => {
    await viewer.open('');
    const { legs } = viewer.state.get().flight!;
    const { begin, end } = legs[1]!;
    const middle = Math.round((begin.timeSeconds + end.timeSeconds) / 2);
    await viewer.chooseTime(middle);
    expect(shown().leg).toBe(2);
    expect(Math.abs(shown().timeSeconds! - middle)).toBeLessThanOrEqual(5);
  });

  test('falls back from a mission and a leg that are not there, and says so', async () => {
    await viewer.open('?mission=W-999999&leg=3');
    expect(shown().mission).toBeDefined();
    expect(shown().remarks).toEqual(['There is no mission W-999999: another one is shown.']);
    const { mission } = shown();
    await viewer.open(`?mission=${mission}&leg=9999&colour=red`);
    expect(shown().remarks).toEqual([
      "The link's colour means nothing here and is left out.",
      expect.stringMatching(/legs and no leg 9999/),
    ]);
  });

  test('says so when a time lies outside, and shows the nearest', async () => {
    await viewer.open('');
    const { mission } = shown();
    await viewer.open(`?mission=${mission}&time=2001-01-01T00:00:00Z`);
    expect(shown()).toMatchObject({ leg: 1, timeSeconds: viewer.state.get().leg!.rows[0]!.timestamp });
    expect(shown().remarks).toEqual([expect.stringMatching(/sent no row of that time/)]);
  });

  test.each([503, 429, 0])(
    'keeps what it shows when the API answers %d, and tries again when asked to',
    async (status) => {
      await viewer.open('');
      const before = shown();
      refusedWith = status;
      await viewer.chooseLeg(2);
      expect(shown()).toEqual(before);
      expect(viewer.state.get()).toMatchObject({ isWaiting: false, failure: { message: 'Away.' } });
      refusedWith = undefined;
      await viewer.retry();
      expect(shown().leg).toBe(2);
      expect(viewer.state.get().failure).toBeUndefined();
    },
  );

  test('gives up what is overtaken', async () => {
    await viewer.open('');
    const [first, second] = viewer.state.get().fleet!.balloons;
    const overtaken = viewer.chooseMission(first!.name);
    const { signal } = asked.at(-1)!;
    await viewer.chooseMission(second!.name);
    await overtaken;
    expect(signal.aborted).toBe(true);
    expect(shown().mission).toBe(second!.name);
  });

  test('asks nobody for a leg that it has shown before', async () => {
    await viewer.open('');
    await viewer.chooseLeg(2);
    const { length } = asked;
    await viewer.chooseLeg(1);
    await viewer.chooseLeg(2);
    expect(asked.length).toBe(length);
  });
});
