import { describe, expect, test } from 'vitest';
import { flightRows, row } from '../../../../test/helpers/observation-rows.ts';
import { listLegs } from '../../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { DataCall } from './flight-calls.ts';
import { cursorRows, loadFlight, loadLeg, nearestIndex } from './viewer-data.ts';

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
  const callText = async (call: DataCall): Promise<Outcome<string>> => {
    calls.push(call);
    return { ok: true, value: pages[Math.min(calls.length, pages.length) - 1]! };
  };
  const outcome = await loadLeg(callText, flight, 1, signal);
  return { calls, leg: outcome.ok ? outcome.value : undefined, outcome };
}

describe('the rows of a leg', () => {
  test('come page by page, with the same filter and every digit of the position to continue from', async () => {
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

  test('stop after a maximum of pages', async () => {
    const { calls } = await legOf([page(rows.slice(0, 2), '7')]);
    expect(calls.length).toBe(6);
  });

  test.each<[string, SoundingRow[]]>([
    ['one row', [rows[0]!]],
    ['none', []],
    ['nothing that was measured', rows.map((each) => row({ timestamp: each.timestamp, altitude: null }))],
  ])('with %s have a reason instead of a sounding', async (_, few) => {
    const { leg } = await legOf([page(few, undefined)]);
    expect(isUnavailable(leg!.sounding) && leg!.sounding.unavailable).toMatch(/\.$/);
  });

  test('in reverse order, without humidity or with nulls still make a sounding', async () => {
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

  test('are an error if the list contains anything but rows', async () => {
    const broken = page([...rows, null as unknown as SoundingRow], undefined);
    expect((await legOf([broken])).outcome).toMatchObject({ ok: false, status: 0 });
  });

  test('are an error if a sign-in page of the network answers', async () => {
    expect((await legOf(['<html>Sign in to the hotel</html>'])).outcome).toMatchObject({
      ok: false,
      status: 0,
    });
  });
});

test('a landed flight has no predicted path, and everything else', async () => {
  const callText = async ({ path }: DataCall): Promise<Outcome<string>> =>
    path.includes('prediction')
      ? { ok: false, status: 404, message: 'landed' }
      : { ok: true, value: JSON.stringify({ flight_data: track }) };
  const outcome = await loadFlight(callText, { mission: 'W-1', id: 'first' }, signal);
  expect(outcome).toMatchObject({ ok: true, value: { path: [], legs: [{ isOngoing: false }] } });
});

describe('the rows under the cursor', () => {
  test('are in order of time, without duplicates', () => {
    const rows = [row({ timestamp: 30 }), row({ timestamp: 10 }), row({ timestamp: 10, altitude: 7 })];
    expect(cursorRows(rows, undefined).map(({ timestamp, altitude }) => [timestamp, altitude])).toEqual([
      [10, 7],
      [30, 100],
    ]);
  });

  test('are limited to the leg', () => {
    const climb = flightRows({ fromMetres: 0, toMetres: 15_000, beginSeconds: 5000 });
    const leg = {
      ...flight.legs[0]!,
      begin: { ...flight.legs[0]!.begin, timeSeconds: 0 },
      end: { ...flight.legs[0]!.end, timeSeconds: 6000 },
    };
    const own = cursorRows(climb, leg);
    expect(own[0]!.timestamp).toBe(5000);
    expect(own.at(-1)!.timestamp).toBe(6000);
  });

  test('are found by the nearest time or pressure, and an empty list gives 0', () => {
    const rows = [10, 20, 30].map((timestamp) => row({ timestamp, pressure: timestamp }));
    expect(nearestIndex(rows, 24)).toBe(1);
    expect(nearestIndex(rows, 1e9)).toBe(2);
    expect(nearestIndex([row({ pressure: null }), ...rows], 31, ({ pressure }) => pressure)).toBe(3);
    expect(nearestIndex([], 5)).toBe(0);
  });
});
