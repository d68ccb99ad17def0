import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../../test/helpers/weather-app.ts';
import { drawProfile } from '../../../pictures/flight-profile.ts';
import { beginsNearGround } from '../../../pictures/sounding/legs.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import type { DefaultFlight } from '../../../weather/contract.ts';
import { readDefaultFlight } from '../../../weather/fleet/default-flight.ts';
import { readFleet } from '../../../weather/fleet/fleet-feed.ts';
import { createSandbox } from '../../../weather/sandbox/sandbox.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import type { DataCall } from './flight-calls.ts';
import { createViewer, type Viewer } from './viewer-store.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

let called: { call: DataCall; signal: AbortSignal }[] = [];
let written: [search: string, how: string][] = [];
let errorStatus: number | undefined;
let first: DefaultFlight | undefined;
let viewer: Viewer;

const callText = async (call: DataCall, signal: AbortSignal): Promise<Outcome<string>> => {
  called.push({ call, signal });
  if (errorStatus !== undefined) return requestError(errorStatus, 'Away.');
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
    callText,
    readFleet: async () => ({ ok: true, value: await fleet }),
    readDefaultFlight: async () => first,
    writeSearch: (search, how) => written.push([search, how]),
    readLink: () => `https://portal.example/docs/data-viewer${written.at(-1)?.[0]}`,
    now: () => nowMs,
  });

beforeEach(() => {
  called = [];
  written = [];
  errorStatus = undefined;
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
  test('opens with a sounding from the ground', async () => {
    await viewer.open('');
    const { leg, flight } = viewer.state.get();
    expect(leg!.number).toBe(1);
    expect(leg!.leg.groundMetres).not.toBeNull();
    expect(isUnavailable(leg!.sounding)).toBe(false);
    expect(flight!.legs.length).toBeGreaterThan(1);
  });

  test('makes no call for the default flight, and shows the same as from the API', async () => {
    await viewer.open('');
    const { leg, flight } = viewer.state.get();
    const bySource = { leg, flight, shown: shown() };
    const sandbox = createSandbox(() => nowMs);
    first = (await readDefaultFlight(sandbox, viewer.state.get().fleet!))!.flight;
    await sandbox.close();
    called = [];
    viewer = openNew();
    await viewer.open('');
    expect(called).toEqual([]);
    expect(shown()).toEqual(bySource.shown);
    expect(viewer.state.get().leg!.sounding).toEqual(bySource.leg!.sounding);
    expect(viewer.state.get().flight!.legs).toEqual(bySource.flight!.legs);
    await viewer.chooseLeg(2);
    expect(called.map(({ call }) => call.path)).toEqual(['/observations.json']);
  });

  test('shows the same heights of a leg in list, sentence and profile', async () => {
    await viewer.open('');
    for (const number of [1, 2, 3]) {
      await viewer.chooseLeg(number);
      const { leg, flight } = viewer.state.get();
      const { sounding } = leg!;
      if (isUnavailable(sounding)) throw new Error(sounding.unavailable);
      const { begin, end } = sounding.leg;
      const listed = flight!.legs[number - 1]!;
      expect(listed.begin.altitudeMetres).toBe(begin.altitudeMetres);
      expect(listed.end.altitudeMetres).toBe(end.altitudeMetres);
      const heights = drawProfile(flight!.track)!.legs[number - 1]!.marks.map((mark) => mark.altitudeMetres);
      expect([heights[0], heights.at(-1)]).toEqual([begin.altitudeMetres, end.altitudeMetres]);
    }
  });

  test('opens a chosen mission with the newest leg that begins near the ground', async () => {
    await viewer.open('');
    await viewer.chooseMission(viewer.state.get().fleet!.balloons[0]!.name);
    const { leg, flight } = viewer.state.get();
    expect(beginsNearGround(flight!.legs[leg!.number - 1]!)).toBe(true);
    expect(flight!.legs.slice(leg!.number).filter(beginsNearGround)).toEqual([]);
  });

  test('writes an address that restores the same view', async () => {
    await viewer.open('');
    await viewer.chooseLeg(2);
    viewer.moveTo(17);
    viewer.set('parcel', 'unstable');
    viewer.setOverlays(['rain']);
    viewer.setOverlays(['pressure']);
    viewer.moveMap({ latitude: 48.204, longitude: -12.5, zoom: 4 });
    const before = shown();
    const [search] = written.at(-1)!;
    viewer = openNew();
    await viewer.open(search);
    expect(shown()).toEqual(before);
    const { settings, mapView } = viewer.state.get();
    expect(settings).toMatchObject({ parcel: 'unstable', rain: 'off', pressure: 'on' });
    expect(mapView).toEqual({ latitude: 48.2, longitude: -12.5, zoom: 4 });
    expect(new URL(viewer.readLink()).search).toBe(search);
  });

  test('adds up steps that come while a leg loads, also back to the leg that is shown', async () => {
    await viewer.open('');
    const overtaken = viewer.stepLeg(1);
    await viewer.stepLeg(1);
    await overtaken;
    expect(shown().leg).toBe(3);
    expect(written.map(([, how]) => how)).toEqual(['replace', 'push']);
    const forwards = viewer.stepLeg(1);
    await viewer.stepLeg(-1);
    await forwards;
    expect(shown().leg).toBe(3);
    expect(viewer.state.get().isWaiting).toBe(false);
    expect(written.map(([, how]) => how)).toEqual(['replace', 'push', 'replace']);
  });

  test('adds a history entry for a mission and a leg, but not for a step of the cursor', async () => {
    await viewer.open('');
    viewer.moveTo(3);
    await viewer.chooseLeg(2);
    await viewer.chooseMission(viewer.state.get().fleet!.balloons[0]!.name);
    expect(written.map(([, how]) => how)).toEqual(['replace', 'replace', 'push', 'push']);
  });

  test('plays on from the first row of the next leg, without a history entry, up to the last leg', async () => {
    await viewer.open('');
    expect(await viewer.playNextLeg()).toBe(true);
    expect(shown()).toMatchObject({ leg: 2, timeSeconds: viewer.state.get().leg!.rows[0]!.timestamp });
    expect(written.map(([, how]) => how)).not.toContain('push');
    errorStatus = 503;
    expect(await viewer.playNextLeg()).toBe(false);
    expect(shown().leg).toBe(2);
    errorStatus = undefined;
    const { legs } = viewer.state.get().flight!;
    await viewer.chooseLeg(legs.length);
    expect(await viewer.playNextLeg()).toBe(false);
    expect(shown().leg).toBe(legs.length);
  });

  test('finds the leg of a time outside the current leg', async () => {
    await viewer.open('');
    const { legs } = viewer.state.get().flight!;
    const { begin, end } = legs[1]!;
    const middle = Math.round((begin.timeSeconds + end.timeSeconds) / 2);
    await viewer.chooseTime(middle);
    expect(shown().leg).toBe(2);
    expect(Math.abs(shown().timeSeconds! - middle)).toBeLessThanOrEqual(5);
  });

  test('falls back if a mission or leg does not exist, with a remark', async () => {
    await viewer.open('?mission=W-999999&leg=3');
    expect(shown().mission).toBeDefined();
    expect(shown().remarks).toEqual(["Mission W-999999 doesn't exist; showing another one."]);
    const { mission } = shown();
    await viewer.open(`?mission=${mission}&leg=9999&colour=red`);
    expect(shown().remarks).toEqual([
      'The link\'s "colour" isn\'t valid and was ignored.',
      expect.stringMatching(/legs, so leg 9999 doesn't exist/),
    ]);
  });

  test('shows the nearest row for a time outside the flight, with a remark', async () => {
    await viewer.open('');
    const { mission } = shown();
    await viewer.open(`?mission=${mission}&time=2001-01-01T00:00:00Z`);
    expect(shown()).toMatchObject({ leg: 1, timeSeconds: viewer.state.get().leg!.rows[0]!.timestamp });
    expect(shown().remarks).toEqual([expect.stringMatching(/has no observation at that time/)]);
  });

  test.each([503, 429, 0])('keeps the view if the API answers %d, and retries on request', async (status) => {
    await viewer.open('');
    const before = shown();
    errorStatus = status;
    await viewer.chooseLeg(2);
    expect(shown()).toEqual(before);
    expect(viewer.state.get()).toMatchObject({ isWaiting: false, error: { message: 'Away.' } });
    errorStatus = undefined;
    await viewer.retry();
    expect(shown().leg).toBe(2);
    expect(viewer.state.get().error).toBeUndefined();
  });

  test('aborts the calls of an earlier selection', async () => {
    await viewer.open('');
    const [first, second] = viewer.state.get().fleet!.balloons;
    const overtaken = viewer.chooseMission(first!.name);
    const { signal } = called.at(-1)!;
    await viewer.chooseMission(second!.name);
    await overtaken;
    expect(signal.aborted).toBe(true);
    expect(shown().mission).toBe(second!.name);
  });

  test('makes no call for a leg that it has shown before', async () => {
    await viewer.open('');
    await viewer.chooseLeg(2);
    const { length } = called;
    await viewer.chooseLeg(1);
    await viewer.chooseLeg(2);
    expect(called.length).toBe(length);
  });
});
