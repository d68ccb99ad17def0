import { describe, expect, test } from 'vitest';
import { flightRows, row } from '../../../../test/helpers/observation-rows.ts';
import { listLegs } from '../../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { DataCall } from './viewer-calls.ts';
import { loadFlight, loadLeg } from './viewer-data.ts';

const track = [0, 5000, 10_000].map((altitude, index) => ({
  transmit_time: new Date(1_000_000_000 + index * 1_000_000).toISOString(),
  latitude: 50,
  longitude: 10,
  altitude,
}));
const flight = { mission: 'W-1', id: 'first', track, path: [], legs: listLegs(track) };
const { signal } = new AbortController();
const rows = flightRows({ fromMetres: 0, toMetres: 10_000, beginSeconds: 1_000_000 });

const page = (observations: SoundingRow[], next: string | undefined) =>
  `{"observations":${JSON.stringify(observations)},"has_next_page":${next !== undefined},"next_since":${next ?? 0},"next_page":null}`;

async function legOf(pages: string[]) {
  const calls: DataCall[] = [];
  const ask = async (call: DataCall): Promise<Outcome<string>> => {
    calls.push(call);
    return { ok: true, value: pages[Math.min(calls.length, pages.length) - 1]! };
  };
  const outcome = await loadLeg(ask, flight, 1, signal);
  return { calls, leg: outcome.ok ? outcome.value : undefined, outcome };
}

describe('the rows of a leg', () => {
  test('come page by page, each time with the same filter, and with every digit of where to go on', async () => {
    const { calls, leg } = await legOf([
      page(rows.slice(0, 100), '1763179212000000123'),
      page(rows.slice(100), undefined),
    ]);
    expect(leg!.rows.length).toBe(rows.length);
    expect(calls.map(({ query }) => Object.fromEntries(query))).toMatchObject([
      { mission_id: 'first', min_time: '999400' },
      { mission_id: 'first', min_time: '999400', since: '1763179212000000123' },
    ]);
  });

  test('are not asked for for ever', async () => {
    const { calls } = await legOf([page(rows.slice(0, 2), '7')]);
    expect(calls.length).toBe(6);
  });

  test.each<[string, SoundingRow[]]>([
    ['one row', [rows[0]!]],
    ['none', []],
    ['nothing that was measured', rows.map((each) => row({ timestamp: each.timestamp, altitude: null }))],
  ])('that are %s are a sentence', async (_, few) => {
    const { leg } = await legOf([page(few, undefined)]);
    expect(isUnavailable(leg!.sounding) && leg!.sounding.unavailable).toMatch(/\.$/);
  });

  test('that come backwards, without humidity, or with nulls are drawn all the same', async () => {
    const bare = rows.toReversed().map((each, index) => ({
      ...each,
      humidity: null,
      pressure: index % 3 === 0 ? null : each.pressure,
      speed_u: null,
    }));
    const { leg } = await legOf([page(bare, undefined)]);
    expect(isUnavailable(leg!.sounding)).toBe(false);
    expect(leg!.rows[0]!.timestamp).toBe(1_000_000);
  });

  test('are a failure when there is something else where a row is due', async () => {
    const broken = page([...rows, null as unknown as SoundingRow], undefined);
    expect((await legOf([broken])).outcome).toMatchObject({ ok: false, status: 0 });
  });

  test('are a failure when somebody else answered', async () => {
    expect((await legOf(['<html>Sign in to the hotel</html>'])).outcome).toMatchObject({
      ok: false,
      status: 0,
    });
  });
});

test('a flight that has landed has no path, and everything else', async () => {
  const ask = async ({ path }: DataCall): Promise<Outcome<string>> =>
    path.includes('prediction')
      ? { ok: false, status: 404, message: 'landed' }
      : { ok: true, value: JSON.stringify({ flight_data: track }) };
  const outcome = await loadFlight(ask, { mission: 'W-1', id: 'first' }, signal);
  expect(outcome).toMatchObject({ ok: true, value: { path: [], legs: [{ isSoFar: false }] } });
});
