import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../../test/helpers/weather-app.ts';
import { hourMs } from '../../../time.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import type { DataCall } from '../store/flight-calls.ts';
import { createOverlays, type Overlays } from './overlay-store.ts';

let weather: WeatherApp;
beforeAll(async () => {
  weather = await createWeatherApp();
});
afterAll(() => weather.app.close());

let called: { call: DataCall; signal: AbortSignal }[] = [];
let answer: ((call: DataCall) => Outcome<ArrayBuffer> | undefined) | undefined;
let overlays: Overlays;

async function callWeather(call: DataCall, signal: AbortSignal) {
  called.push({ call, signal });
  return weather.app.inject({ url: `/api/v1${call.path}`, query: Object.fromEntries(call.query) });
}

beforeEach(() => {
  called = [];
  answer = undefined;
  const source = {
    callText: async (call: DataCall, signal: AbortSignal): Promise<Outcome<string>> => {
      const { statusCode, body } = await callWeather(call, signal);
      return statusCode === 200 ? { ok: true, value: body } : requestError(statusCode, body);
    },
    callFile: async (call: DataCall, signal: AbortSignal): Promise<Outcome<ArrayBuffer>> => {
      const given = answer?.(call);
      if (given) return given;
      const { statusCode, body, rawPayload } = await callWeather(call, signal);
      return statusCode === 200
        ? { ok: true, value: new Uint8Array(rawPayload).buffer }
        : requestError(statusCode, body);
    },
    now: () => nowMs,
  };
  overlays = createOverlays(source);
});

const settled = () =>
  new Promise<void>((resolve) => {
    const isDone = () => Object.values(overlays.state.get()).every(({ isWaiting }) => !isWaiting);
    if (isDone()) return resolve();
    const stop = overlays.state.subscribe(() => {
      if (!isDone()) return;
      stop();
      resolve();
    });
  });
const queries = () => called.map(({ call }) => [call.path, Object.fromEntries(call.query)]);

describe('an overlay', () => {
  test('loads when it is switched on, at one degree, once per hour', async () => {
    expect(called).toEqual([]);
    overlays.show(['wind300', 'rain', 'pressure', 'cyclones'], nowMs);
    await settled();
    const hour = { time: '2026-11-15T04:00:00', resolution: '1' };
    expect(queries()).toEqual([
      ['/gridded/300/wind_u', hour],
      ['/gridded/300/wind_v', hour],
      ['/gridded/precipitation', hour],
      ['/gridded/pressure_msl', hour],
      ['/tropical_cyclones', {}],
    ]);
    const { wind300, rain, pressure, cyclones } = overlays.state.get();
    for (const state of [wind300, rain, pressure, cyclones]) expect(state?.shown?.timeMs).toBe(nowMs);
    expect(wind300?.shown?.kind === 'wind300' && wind300.shown.wind.v.values.length).toBe(360 * 181);
    overlays.show([], nowMs);
    expect(overlays.state.get()).toEqual({});
    overlays.show(['rain'], nowMs);
    expect(overlays.state.get().rain).toMatchObject({ isWaiting: false, shown: { kind: 'rain' } });
    expect(called.length).toBe(5);
  });

  test('of a week ago uses the run of that time', async () => {
    const timeMs = nowMs - 7 * 24 * hourMs + 4 * hourMs;
    overlays.show(['pressure', 'cyclones'], timeMs);
    await settled();
    expect(queries()).toEqual([
      [
        '/gridded/pressure_msl',
        { initialization_time: '2026-11-08T06:00:00', forecast_hour: '2', resolution: '1' },
      ],
      ['/tropical_cyclones', { initialization_time: '2026-11-08T06:00:00' }],
    ]);
    expect(overlays.state.get().pressure?.error).toBeUndefined();
    expect(overlays.state.get().cyclones?.error).toBeUndefined();
  });

  test('of another hour aborts the call of the hour before', async () => {
    overlays.show(['rain'], nowMs - hourMs);
    overlays.show(['rain'], nowMs);
    await settled();
    expect(called.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(overlays.state.get().rain?.shown?.timeMs).toBe(nowMs);
  });

  test('that is switched off is aborted', () => {
    overlays.show(['rain'], nowMs);
    overlays.show([], nowMs);
    expect(called[0]!.signal.aborted).toBe(true);
    expect(overlays.state.get()).toEqual({});
  });

  test.each<[string, Outcome<ArrayBuffer>, RegExp]>([
    ['an error', requestError(429, 'No more this hour.'), /^No more this hour\.$/],
    [
      'a sign-in page of the network',
      { ok: true, value: new TextEncoder().encode('<html>').buffer },
      /couldn't be read/,
    ],
    [
      'another kind of file',
      { ok: true, value: new TextEncoder().encode('\u0089HDF').buffer },
      /couldn't be read/,
    ],
  ])('answered with %s keeps what was shown, has an error, and loads on retry', async (_, bad, sentence) => {
    overlays.show(['rain'], nowMs - hourMs);
    await settled();
    answer = () => bad;
    overlays.show(['rain'], nowMs);
    await settled();
    expect(overlays.state.get().rain).toMatchObject({
      shown: { timeMs: nowMs - hourMs },
      error: { message: expect.stringMatching(sentence) },
    });
    answer = undefined;
    overlays.retry();
    await settled();
    expect(overlays.state.get().rain).toEqual({
      shown: expect.objectContaining({ timeMs: nowMs }),
      timeMs: nowMs,
      isWaiting: false,
    });
  });
});
