import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bigEndian, netcdfHeader } from '../../../src/pictures/netcdf/write.ts';
import { sourceFor } from '../../../src/weather/provider/source-for.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type HostileApi, startHostileApi } from '../../helpers/hostile-api.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { bestTurnMs, maxTurnMs } from '../../helpers/longest-turn.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

const place = { coordinates: '42.36,-71.06' };
const mission = { id: 'm1', number: 1, name: 'W-1', launch_time: '2026-03-14T00:00:00+00:00' };
const hour = {
  time: '2026-03-14T12:00:00+00:00',
  temperature_2m: 7.5,
  dewpoint_2m: 3.25,
  wind_u_10m: 3.5,
  wind_v_10m: -4.5,
  precipitation: 0.5,
  pressure_msl: 1013.5,
};
const row = {
  timestamp: 1_773_489_600,
  time: '2026-03-14T12:00:00+00:00',
  latitude: 42.5,
  longitude: -71.5,
  altitude: 1000.5,
  humidity: 50.5,
  pressure: 900.5,
  specific_humidity: 4000.5,
  speed_u: 3.5,
  speed_v: -4.5,
  temperature: 7.5,
  mission_id: 'm1',
  mission_name: 'W-1',
  updated_at: '2026-03-14T12:05:00.123456+00:00',
};

describe.skipIf(engineMissing)("answers of the provider's API", () => {
  let provider: HostileApi;
  let portal: TestPortal;
  let assistant: Assistant;
  beforeAll(async () => {
    provider = await startHostileApi();
    portal = await startPortal(
      { FORECASTS_API_URL: provider.url, DATA_API_URL: provider.url },
      undefined,
      realContent,
    );
    const key = await createKey(await portal.signUp());
    await operatorOf(portal).grant(key.external_id, 'all_access');
    const url = await portal.server.listen({ port: 0, host: '127.0.0.1' });
    assistant = await connect(personalLink(url, key));
    // The client then checks every answer against the tool's output schema.
    await assistant.client.listTools();
  });
  afterAll(async () => {
    await assistant?.close();
    await portal.close();
    await provider.close();
  });

  /** Gives the same response to every call, or one chosen by the end of the path. */
  const answer = (given: Answer) =>
    provider.answerWith((_, response) =>
      response.writeHead(given.status ?? 200, given.headers ?? {}).end(given.body ?? ''),
    );
  const answerByPath = (answers: Record<string, unknown>) =>
    provider.answerWith((request, response) => {
      const path = new URL(request.url!, provider.url).pathname;
      const found = Object.keys(answers).find((end) => path.endsWith(end));
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found ? answers[found] : { error: 'None' }));
    });
  const refusal = async (name: string, given: Record<string, unknown>) => {
    const { isError, text } = await assistant.call(name, given);
    expect([name, isError, text]).toEqual([name, true, expect.any(String)]);
    return text;
  };

  const manyOf = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
  const bytes = 8_000_000;
  const numbered = (partOf: (index: number) => string) =>
    Array.from({ length: 400_000 }, (_, index) => partOf(index)).join(',');
  const large: [what: string, body: string][] = [
    ['zeros and one 19-digit number', `{"forecasts":[${manyOf('0,', bytes)}1733032805000000001]}`],
    ['19-digit numbers', `{"forecasts":[${manyOf('1733032805000000001,', bytes)}0]}`],
    ['one number with millions of digits', `{"forecasts":[${manyOf('1', bytes)}]}`],
    ['millions of nested lists', `{"forecasts":${manyOf('[', bytes / 2)}${manyOf(']', bytes / 2)}}`],
    ['millions of nested objects', `${manyOf('{"forecasts":', bytes / 2)}0${manyOf('}', bytes / 26)}`],
    ['empty objects', `{"forecasts":[${manyOf('{},', bytes)}0]}`],
    ['objects that differ', `{"forecasts":[${numbered((index) => `{"k${index}":0}`)}]}`],
    ['many names', `{${numbered((index) => `"k${index}":0`)}}`],
    ['short texts', `{"forecasts":[${manyOf('"a\\n",', bytes)}0]}`],
    ['one long text', `{"forecasts":["${manyOf('\\u0041', bytes)}"]}`],
    ['many places', `{"forecasts":[${manyOf('[],', 600_000)}[]]}`],
    ['many rows', `{"forecasts":[[${manyOf(`${JSON.stringify(hour)},`, 7_500_000)}null]]}`],
  ];
  test.each(large)('leave the event loop free: %s', async (_what, body) => {
    answer({ body: Buffer.from(body) as Buffer });
    const attempt = async () =>
      expect(await refusal('get_point_forecast', place)).toMatch(/^The provider's API .*\.$/);
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });

  const repeat = <Row>(count: number, rowAt: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => rowAt(index));
  const timeAt = (index: number) => new Date(row.timestamp * 1000 + index * 60_000).toISOString();
  const track = (index: number) => ({
    transmit_time: timeAt(index),
    time: timeAt(index),
    latitude: 42.5,
    longitude: -71.5,
    altitude: 1000 + (index % 500),
  });
  const twentyPlaces = repeat(20, (index) => `${index},${index}`).join(';');
  test.each<[tool: string, given: Record<string, unknown>, answers: Record<string, unknown>]>([
    [
      'get_flight_path',
      { mission_id: 'W-1' },
      { 'flight_data.json': { flight_data: repeat(10_000, track) } },
    ],
    [
      'get_observations',
      { mission_id: 'W-1' },
      {
        'observations.json': {
          observations: repeat(5000, (index) => ({ ...row, timestamp: row.timestamp + index })),
          has_next_page: true,
          next_since: 1,
        },
      },
    ],
    [
      'get_sounding',
      { mission_id: 'W-1', leg: 1 },
      {
        'flight_data.json': {
          flight_data: repeat(300, (index) => ({ ...track(index), altitude: 40 * index })),
        },
        'observations.json': {
          observations: repeat(5000, (index) => ({
            ...row,
            timestamp: row.timestamp + index,
            altitude: index,
            pressure: 1000 * Math.exp(-index / 8000),
          })),
          has_next_page: true,
          next_since: 1,
        },
      },
    ],
    [
      'get_point_forecast',
      { coordinates: twentyPlaces },
      {
        points: {
          forecasts: repeat(20, () => repeat(500, (index) => ({ ...hour, time: timeAt(index * 60) }))),
        },
      },
    ],
    [
      'get_tropical_cyclones',
      place,
      { tropical_cyclones: Object.fromEntries(repeat(90, (index) => [`AL${index}`, repeat(100, track)])) },
    ],
    [
      'get_initialization_times',
      {},
      { 'initialization_times.json': { available: repeat(1000, (index) => timeAt(-index * 360)) } },
    ],
  ])('leave the event loop free: the most that %s reads', async (name, given, answers) => {
    const texts = Object.entries({ 'missions.json': { missions: [mission] }, ...answers }).map(
      ([path, body]) => [path, JSON.stringify(body)] as const,
    );
    provider.answerWith((request, response) => {
      const found = texts.find(([path]) => request.url!.includes(path));
      response.writeHead(found ? 200 : 404).end(found?.[1] ?? '{"error":"None"}');
    });
    const attempt = async () => {
      const { isError, text } = await assistant.call(name, given);
      // Endless pages exceed what one call reads.
      const isCut = text.startsWith('One call cannot read that many rows');
      expect([isError, text]).toEqual([name === 'get_observations' && isCut, expect.any(String)]);
    };
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });

  test.each([
    ['none', {}, /^429 Slow down\. Try again in a few minutes\.$/],
    ['seconds', { 'Retry-After': '90' }, /^429 Slow down\. Try again in 2 minutes, at 20\d\d-.* \(UTC\)\.$/],
    [
      'an HTTP date',
      { 'Retry-After': 'later' },
      /^429 Slow down\. Try again in 5 minutes, at 20\d\d-.* \(UTC\)\.$/,
    ],
    [
      'a date that is over',
      { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      /Try again in a few minutes\.$/,
    ],
    ['words', { 'Retry-After': 'soon' }, /Try again in a few minutes\.$/],
    ['less than nothing', { 'Retry-After': '-5' }, /Try again in a few minutes\.$/],
    ['a fraction', { 'Retry-After': '1.5e3' }, /Try again in a few minutes\.$/],
    ['an age', { 'Retry-After': '9'.repeat(30) }, /Try again in a few minutes\.$/],
  ])('with 429 and Retry-After as %s are explained', async (_how, headers, words) => {
    const inFiveMinutes = new Date(Date.now() + 299_000).toUTCString();
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('later', inFiveMinutes),
    ]);
    answer({ status: 429, headers: Object.fromEntries(sent), body: '{"error":"Slow down."}' });
    expect(await refusal('get_point_forecast', place)).toMatch(words);
  });

  test('pass at most 200 clean characters of their text to assistants and the log', async () => {
    const words = `No\u202e\n\u0000more \u001b[2J${'x'.repeat(30_000)}`;
    for (const status of [400, 404, 429]) {
      answer({ status, body: JSON.stringify({ error: words }) });
      const text = await refusal('get_point_forecast', place);
      expect(text).toContain('No more [2Jxxx');
      expect(text.length).toBeLessThan(300);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the text must not contain them.
      expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
    answer({ status: 429, body: JSON.stringify({ error: 'x'.repeat(7_000_000) }) });
    expect(await refusal('get_point_forecast', place)).toContain("429 The provider's API answered 429.");
    expect(Math.max(...portal.logLines.map((line) => line.length))).toBeLessThan(2000);
    answerByPath({
      'missions.json': { missions: [{ ...mission, name: words }] },
      'current_location.json': row,
    });
    const { data, text } = await assistant.call('get_flying_missions');
    expect(data.missions[0].name).toHaveLength(200);
    expect(text).not.toContain('\u202e');
  });

  test('delay one key without delaying another', async () => {
    const hosts = { forecasts: provider.url, data: provider.url };
    const sourceOf = sourceFor({ sandbox: false, weather: undefined, hosts });
    const arrived = { busy: 0, other: 0 };
    const held: (() => void)[] = [];
    const { promise: otherArrived, resolve } = Promise.withResolvers<void>();
    provider.answerWith((request, response) => {
      const pair = Buffer.from(request.headers.authorization!.slice(6), 'base64').toString();
      const [client] = pair.split(':') as [keyof typeof arrived];
      arrived[client]++;
      held.push(() => response.writeHead(404).end());
      if (client === 'other') resolve();
    });
    // The secret of a signed token differs in each call.
    const calls = Array.from({ length: 300 }, (_, index) =>
      sourceOf(`busy:token${index}`).listRuns({ model: 'main' }),
    );
    calls.push(sourceOf('other:secret').listRuns({ model: 'main' }));
    await otherArrived;
    expect(arrived).toEqual({ busy: 10, other: 1 });
    provider.answerWith((_, response) => response.writeHead(404).end());
    for (const release of held) release();
    const ended = await Promise.allSettled(calls);
    expect(new Set(ended.map((each) => each.status === 'rejected' && each.reason.status))).toEqual(
      new Set([404]),
    );
  }, 15_000);

  const rowsMissing: [tool: string, given: Record<string, unknown>, answers: Record<string, unknown>][] = [
    ['get_point_forecast', place, { points: null }],
    ['get_point_forecast', place, { points: { forecasts: null } }],
    ['get_point_forecast', place, { points: { forecasts: [] } }],
    ['get_point_forecast', place, { points: { forecasts: [null] } }],
    ['get_point_forecast', place, { points: { forecasts: [[null]] } }],
    ['get_point_forecast', place, { points: { forecasts: [[{ ...hour, time: 'soon' }]] } }],
    ['get_point_forecast', place, { points: { forecasts: [[{ ...hour, wind_u_10m: '3' }]] } }],
    ['get_flying_missions', {}, { 'missions.json': { missions: [null] } }],
    ['get_flying_missions', {}, { 'missions.json': { missions: [{ ...mission, launch_time: 'x' }] } }],
    ['get_flying_missions', {}, { 'missions.json': { missions: [mission] }, 'location.json': null }],
    ['get_launch_site', { mission_id: 'W-1' }, { 'missions.json': { missions: [mission] }, 'site.json': [] }],
    [
      'get_predicted_path',
      { mission_id: 'W-1' },
      { 'missions.json': { missions: [mission] }, 'prediction.json': { prediction: [null] } },
    ],
    [
      'get_flight_path',
      { mission_id: 'W-1' },
      { 'missions.json': { missions: [mission] }, 'flight_data.json': { flight_data: [null] } },
    ],
    [
      'get_flight_path',
      { mission_id: 'W-1' },
      {
        'missions.json': { missions: [mission] },
        'flight_data.json': { flight_data: [{ ...row, transmit_time: 'x' }] },
      },
    ],
    ['get_observations', {}, { 'observations.json': { observations: null } }],
    ['get_observations', {}, { 'observations.json': { observations: [null], has_next_page: false } }],
    [
      'get_observations',
      {},
      { 'observations.json': { observations: [{ ...row, time: null }], has_next_page: false } },
    ],
    [
      'get_observations',
      {},
      { 'observations.json': { observations: [{ ...row, latitude: null }], has_next_page: false } },
    ],
    [
      'get_observations',
      {},
      { 'observations.json': { observations: [row], has_next_page: true, next_since: 1.5 } },
    ],
    [
      'get_observations',
      {},
      { 'observations.json': { observations: [row], has_next_page: true, next_since: 'x' } },
    ],
    [
      'get_observations',
      {},
      { 'observations.json': { observations: [row], has_next_page: true, next_since: [] } },
    ],
    ['get_initialization_times', {}, { 'initialization_times.json': { available: [null] } }],
    ['get_tropical_cyclones', place, { tropical_cyclones: { AL01: null } }],
    ['get_tropical_cyclones', place, { tropical_cyclones: { AL01: [null] } }],
    [
      'get_degree_days',
      { kind: 'hdd', initialization_time: '2026031400' },
      { hdd: { dates: [null], hdd: {} } },
    ],
    [
      'get_degree_days',
      { kind: 'hdd', initialization_time: '2026031400' },
      { hdd: { dates: ['2026-03-14'], hdd: { Maine: null } } },
    ],
    [
      'get_degree_days',
      { kind: 'hdd', initialization_time: '2026031400' },
      { hdd: { dates: ['2026-03-14'], hdd: { Maine: {} } } },
    ],
  ];
  test.each(rowsMissing)(
    'with something else where a row is due are named: %s %j %j',
    async (tool, given, answers) => {
      answerByPath(answers);
      expect(await refusal(tool, given)).toMatch(/^The provider's API (returned|response is missing) .*\.$/);
    },
  );

  test('with a cyclone without a track, or a run that is no time, are answered', async () => {
    answerByPath({ tropical_cyclones: { AL01: [] }, points: { forecasts: [[]] } });
    const { isError, text } = await assistant.call('get_tropical_cyclones', place);
    expect([isError, text]).toEqual([false, expect.stringContaining('No tropical cyclone')]);
    expect(await refusal('get_point_forecast', place)).toMatch(/^No hour of the forecast is in this range/);
    answerByPath({ 'initialization_times.json': { available: [] } });
    expect(await refusal('get_initialization_times', {})).toMatch(/^No run is available right now/);
    answer({
      headers: { 'X-Initialization-Time': `never${'x'.repeat(500)}` },
      body: JSON.stringify({ forecasts: [[hour]] }),
    });
    const told = await assistant.call('get_point_forecast', place);
    expect([told.isError, told.data.initialization_time]).toEqual([false, 'not sent by the API']);
  });

  const unmeasured = {
    altitude: null,
    humidity: null,
    pressure: null,
    specific_humidity: null,
    speed_u: null,
    speed_v: null,
    temperature: null,
  };
  test.each(['observations', 'super_observations'])('with null in %s leave it null', async (kind) => {
    const observations = [
      { ...row, speed_v: null },
      { ...row, ...unmeasured, timestamp: row.timestamp - 60 },
    ];
    answerByPath({ [`${kind}.json`]: { observations, has_next_page: false, next_since: null } });
    const { isError, data, text } = await assistant.call(`get_${kind}`);
    expect([isError, text]).toEqual([false, expect.any(String)]);
    expect(data.observations).toMatchObject([
      { wind_speed: null, wind_direction: null, speed_u: 3.5, speed_v: null, temperature: 7.5 },
      { wind_speed: null, wind_direction: null, ...unmeasured },
    ]);
    expect(text).toContain('| 1000.5 | 7.5 | 50.5 | 900.5 | not measured\n');
    expect(text).toContain(`| 42.5, -71.5 ${'| not measured '.repeat(5).trimEnd()}`);
  });

  test('with null in a sounding are reported, and no wind is invented', async () => {
    const observations = repeat(1200, (index) => ({
      ...row,
      timestamp: row.timestamp + index * 10,
      altitude: index * 10,
      pressure: 1000 * Math.exp(-index / 800),
      ...(index > 600 ? { temperature: null, humidity: null } : {}),
      ...(index % 2 ? { speed_u: null } : { speed_v: null }),
    }));
    answerByPath({
      'missions.json': { missions: [mission] },
      'flight_data.json': {
        flight_data: repeat(300, (index) => ({ ...track(index), altitude: 40 * index })),
      },
      'observations.json': { observations, has_next_page: false, next_since: 1 },
    });
    const { isError, data, text } = await assistant.call('get_sounding', { mission_id: 'W-1', leg: 1 });
    expect([isError, text]).toEqual([false, expect.stringContaining('No wind data.')]);
    for (const level of data.levels) expect(level).not.toHaveProperty('wind_speed');
    // Temperature and wind were not measured above.
    expect(data.levels.at(-1).altitude).toBeLessThan(6100);
  });

  test('with null in a point forecast leave it null, hour by hour, in steps and in changes', async () => {
    const uncomputed = {
      temperature_2m: null,
      dewpoint_2m: null,
      wind_u_10m: null,
      wind_v_10m: null,
      precipitation: null,
      pressure_msl: null,
    };
    const hours = [
      { ...hour, time: timeAt(60), wind_u_10m: null, dewpoint_2m: null },
      { ...hour, time: timeAt(120), ...uncomputed },
    ];
    answerByPath({
      points: { forecasts: [hours] },
      'initialization_times.json': { available: [timeAt(0), timeAt(-360)] },
    });
    const given = { ...place, initialization_time: '2026-03-14T12:00:00Z', compare: true };
    const hourly = await assistant.call('get_point_forecast', given);
    expect([hourly.isError, hourly.text]).toEqual([false, expect.any(String)]);
    expect(hourly.data.forecasts[0].hours).toMatchObject([
      { temperature_2m: 7.5, dewpoint_2m: null, wind_speed_10m: null, wind_direction_10m: null },
      { ...uncomputed, wind_speed_10m: null, wind_direction_10m: null },
    ]);
    expect(hourly.text).toContain(`${timeAt(60).slice(0, 16)} | 7.5 | missing | missing | 0.5 | 1013.5`);
    const { data, text } = await assistant.call('get_point_forecast', { ...given, step_hours: 24 });
    const step = { temperature_2m_min: 7.5, temperature_2m_max: 7.5, pressure_msl_min: 1013.5 };
    expect(data.forecasts[0].steps).toMatchObject([
      { ...step, precipitation: null, wind_speed_10m_max: null, wind_direction_10m: null },
    ]);
    expect(text).toContain('7.5 to 7.5 °C, precipitation missing, wind missing');
  });

  /** A grid file as the gridded endpoint sends it. */
  function gridFile(rows: number, columns: number, valueAt: (index: number) => number): Buffer {
    const axis = (length: number, first: number, step: number) =>
      Float32Array.from({ length }, (_, index) => first + index * step);
    const variable = (name: string, dimensions: string[]) =>
      ({ name, type: 'float', dimensions, attributes: {} }) as const;
    const header = netcdfHeader({
      dimensions: [
        { name: 'latitude', length: rows },
        { name: 'longitude', length: columns },
      ],
      attributes: {},
      variables: [
        variable('latitude', ['latitude']),
        variable('longitude', ['longitude']),
        variable('temperature_2m', ['latitude', 'longitude']),
      ],
    });
    return Buffer.concat([
      header,
      bigEndian(axis(rows, 90, -180 / (rows - 1))),
      bigEndian(axis(columns, 0, 360 / columns)),
      bigEndian(Float32Array.from({ length: rows * columns }, (_, index) => valueAt(index))),
    ]);
  }
  const grid = { variable: 'temperature_2m' };
  const run = '2026-03-14T00:00:00+00:00';
  const headers = { 'X-Initialization-Time': run };
  const runs = JSON.stringify({ latest: run, available: [run] });
  const answerWithFile = (body: Buffer) =>
    provider.answerWith(({ url }, response) =>
      url!.includes('initialization_times')
        ? response.writeHead(200).end(runs)
        : response.writeHead(200, headers).end(body),
    );
  const small = gridFile(5, 8, (index) => index);
  const longAt = (file: Buffer, value: bigint, from: number) => {
    const changed = Buffer.from(file);
    changed.writeBigInt64BE(value, from);
    return changed;
  };
  const wordAt = (file: Buffer, value: number, from: number) => {
    const changed = Buffer.from(file);
    changed.writeInt32BE(value, from);
    return changed;
  };
  /** The offset is at the end of the last variable's entry. */
  const beginAt = small.length - 4 * (5 + 8 + 40) - 8;
  const word = (value: number) => Buffer.from(Int32Array.of(value).buffer).swap32();
  const text = (value: string) =>
    Buffer.concat([word(value.length), Buffer.from(value.padEnd(Math.ceil(value.length / 4) * 4, '\0'))]);

  test('with a grid at a quarter of a degree are summed up, without what was not computed, and leave the event loop free', async () => {
    const file = gridFile(721, 1440, (index) => (index % 2 ? 9.96921e36 : 7.5));
    answerWithFile(file);
    const attempt = async () => {
      const { isError, data, text } = await assistant.call('get_gridded_summary', grid);
      expect([isError, text]).toEqual([false, expect.any(String)]);
      expect(data.variables).toMatchObject([
        { points: (721 * 1440) / 2, mean: 7.5, maximum: { value: 7.5 } },
      ]);
    };
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });

  const repeatedHeader = (name: string) =>
    Buffer.concat([
      Buffer.from('CDF\x02\0\0\0\0', 'latin1'),
      ...[word(0), word(0), word(0x0c), word(1000)],
      // Each entry has a negative length, so that the next one is read from the same place.
      ...Array.from({ length: 1000 }, () => Buffer.concat([text(name), word(4), word(-1)])),
    ]);
  const manyAttributes = Buffer.concat([
    Buffer.from('CDF\x02\0\0\0\0', 'latin1'),
    ...[word(0), word(0), word(0), word(0), word(0x0b), word(1000)],
    ...Array.from({ length: 900 }, () =>
      Buffer.concat([
        ...[text('v'), word(0), word(0x0c), word(1000)],
        Buffer.concat(Array.from({ length: 1000 }, () => Buffer.concat([text(''), word(2), text('')]))),
        ...[word(5), word(0), word(0), word(0)],
      ]),
    ),
  ]);
  test.each<[string, Buffer]>([
    ['a negative offset', longAt(small, -400n, beginAt)],
    ['an offset far behind the end', longAt(small, 2n ** 62n, beginAt)],
    ['less than all values', small.subarray(0, small.length - 4)],
    ['a dimension of less than nothing', wordAt(small, -5, 8 + 8 + 4 + 8)],
    ['a dimension beyond all memory', wordAt(small, 2 ** 31 - 1, 8 + 8 + 4 + 8)],
    ['absurdly many dimensions', wordAt(small, 2 ** 31 - 1, 12)],
    ['absurdly many attributes', manyAttributes],
    ['attributes that lead backwards', repeatedHeader('x'.repeat(8000))],
    ['one row of millions', gridFile(2, 1_400_000, () => 1)],
    ['rows of one', gridFile(1_400_000, 2, () => 1)],
    ['nothing but a name', Buffer.from('CDF\x02', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('with a file that has %s are named, and leave the event loop free', async (_what, body) => {
    answerWithFile(body);
    const attempt = async () =>
      expect(await refusal('get_gridded_summary', grid)).toMatch(/^The provider's (file|API) .*\.$/);
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });
});
