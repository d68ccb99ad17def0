import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flightRows } from '../../../../test/helpers/observation-rows.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../../test/helpers/weather-app.ts';
import { type Sounding, soundingOf } from '../../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import { createSandbox } from '../../../weather/sandbox/sandbox.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { type CallText, type Flight, loadFlight, loadLeg, type ViewedLeg } from '../store/viewer-data.ts';
import { callCount, describeRun, modelRequestFor } from './model-request.ts';
import { modelFromFiles, modelInOneCall, otherLeg } from './reference-sources.ts';
import { createReferences, type LoadRequest } from './reference-store.ts';

const sounding = soundingOf(flightRows({ fromMetres: 0, toMetres: 9000 })) as Sounding;
const { signal } = new AbortController();
const noProgress = () => {};

const wantedAs = (key: string, name: string): LoadRequest & { signals: AbortSignal[] } => {
  const signals: AbortSignal[] = [];
  return {
    key,
    sounding,
    signals,
    async load(aborted) {
      signals.push(aborted);
      return name === 'away' ? requestError(503, 'Away.') : { ok: true, value: { name, profile: [] } };
    },
  };
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('references', () => {
  test('are loaded once for each key, and belong to the sounding that they are compared with', async () => {
    const { state, show } = createReferences();
    const [first, second] = [wantedAs('1', 'one'), wantedAs('2', 'two')];
    show('model', first);
    show('model', first);
    await settled();
    expect(state.get().model).toMatchObject({ isWaiting: false, shown: { name: 'one', kind: 'model' } });
    show('model', second);
    await settled();
    const other = soundingOf(flightRows({ fromMetres: 0, toMetres: 5000 })) as Sounding;
    show('model', { ...first, sounding: other });
    expect(state.get().model?.shown?.sounding).toBe(other);
    expect([first.signals.length, second.signals.length]).toEqual([1, 1]);
    show('model', undefined);
    expect(state.get()).toEqual({});
  });

  test('abort the call of the one before, and show an error until a retry', async () => {
    const { state, show, retry } = createReferences();
    const [first, away] = [wantedAs('1', 'one'), wantedAs('2', 'away')];
    show('leg', first);
    show('leg', away);
    await settled();
    expect(first.signals[0]!.aborted).toBe(true);
    expect(state.get().leg).toMatchObject({ isWaiting: false, error: { message: 'Away.' } });
    void retry('leg', { ...away, load: wantedAs('2', 'back').load });
    await settled();
    expect(state.get().leg).toMatchObject({ isWaiting: false, shown: { name: 'back' } });
    expect(state.get().leg?.error).toBeUndefined();
  });
});

describe('in the sandbox', () => {
  let weather: WeatherApp;
  let flight: Flight;
  let leg: ViewedLeg & { sounding: Sounding };
  const callText: CallText = async (call) => {
    const { statusCode, body } = await weather.app.inject({
      url: `/api/v1${call.path}`,
      query: Object.fromEntries(call.query),
    });
    return statusCode === 200 ? { ok: true, value: body } : requestError(statusCode, body);
  };
  beforeAll(async () => {
    weather = await createWeatherApp();
    const listed = await callText({ path: '/missions.json', query: [] }, signal);
    const { missions } = JSON.parse(listed.ok ? listed.value : '');
    const loaded = await loadFlight(callText, { mission: missions[0].name, id: missions[0].id }, signal);
    if (!loaded.ok) throw new Error(loaded.message);
    flight = loaded.value;
    leg = await viewed(2);
  });
  afterAll(() => weather.app.close());

  async function viewed(number: number) {
    const found = await loadLeg(callText, flight, number, signal);
    const value = found.ok ? found.value : undefined;
    if (!value || isUnavailable(value.sounding)) throw new Error('There is no such leg');
    return { ...value, sounding: value.sounding };
  }

  test("the forecast of one call equals that of the provider's files, which are more calls", async () => {
    const options = { lead: '24', nowMs } as const;
    const few = modelRequestFor(leg.sounding, { ...options, isOneCall: false });
    const sandbox = createSandbox(() => nowMs);
    const urls: string[] = [];
    const one = await modelInOneCall(leg.sounding, few, async (url) => {
      urls.push(url);
      return { ok: true, value: { initialization_time: '', levels: await sandbox.readModelLevels(few) } };
    }).load(signal, noProgress);
    await sandbox.close();
    const done: number[] = [];
    const callFile = async ({
      path,
      query,
    }: {
      path: string;
      query: [string, string][];
    }): Promise<Outcome<ArrayBuffer>> => {
      const answer = await weather.app.inject({
        url: `/api/v1${path}`,
        query: { ...Object.fromEntries(query), resolution: '1' },
      });
      return { ok: true, value: new Uint8Array(answer.rawPayload).buffer };
    };
    const many = await modelFromFiles(leg.sounding, few, callFile).load(signal, (count) => done.push(count));
    expect(one.ok && one.value.profile.length).toBeGreaterThan(3);
    expect(many).toEqual(one);
    expect(urls.length).toBe(1);
    expect(done.length).toBe(callCount(few));
    expect(one.ok && one.value.name).toBe(`Forecast from ${describeRun(few)}`);
    const all = modelRequestFor(leg.sounding, { ...options, isOneCall: true });
    expect(all.points.length).toBeGreaterThan(few.points.length);
    expect((leg.leg.begin.timeSeconds * 1000 - all.runMs) / 3_600_000).toBeGreaterThanOrEqual(24);
  });

  test.each([
    ['an error', requestError(403, 'Not authorized'), /^Not authorized$/],
    ['NetCDF-4', { ok: true, value: new TextEncoder().encode('\u0089HDF').slice(1).buffer }, /NetCDF-4/],
    ['another file', { ok: true, value: new TextEncoder().encode('<html>').buffer }, /couldn't be read/],
  ] as [string, Outcome<ArrayBuffer>, RegExp][])(
    'files answered with %s end the calls with a sentence',
    async (_, answer, sentence) => {
      let calls = 0;
      const request = modelRequestFor(leg.sounding, { lead: 'newest', nowMs, isOneCall: false });
      const loaded = await modelFromFiles(leg.sounding, request, async () => {
        calls++;
        return answer;
      }).load(signal, noProgress);
      expect(loaded).toMatchObject({ ok: false, message: expect.stringMatching(sentence) });
      expect(calls).toBeLessThanOrEqual(2);
    },
  );

  test('the leg before, and the leg of another balloon at the same time, are compared with this one', async () => {
    const options = { flight, leg, sounding: leg.sounding, callText };
    const before = await otherLeg({ ...options, compare: 'before' }).load(signal, noProgress);
    expect(before).toMatchObject({
      ok: true,
      value: { name: expect.stringMatching(new RegExp(`^Leg 1 of ${flight.mission}, .* hours earlier$`)) },
    });
    const first = await viewed(1);
    expect(before.ok && before.value.profile.length).toBe(first.sounding.levels.length);
    const listed = await callText({ path: '/missions.json', query: [] }, signal);
    const [, { name: mission, id }] = JSON.parse(listed.ok ? listed.value : '').missions;
    const other = await otherLeg({ ...options, compare: { mission, id } }).load(signal, noProgress);
    expect(other).toMatchObject({
      ok: true,
      value: {
        name: expect.stringMatching(new RegExp(`of ${mission}, .* km away, [\\d.]+ hours (earlier|later)$`)),
      },
    });
  });
});
