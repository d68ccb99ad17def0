import { expect, test } from 'vitest';
import { type ApiRequest, addressOf } from '../../../content/requests/request.ts';
import type { FleetBalloon } from '../../../weather/contract.ts';
import { namedPlaces } from './choice.ts';
import { type Ask, askAbout } from './map-calls.ts';

const hosts = { data: 'https://data.test/v1', forecasts: 'https://forecasts.test/v1', mcp: '' };
const balloon = { id: 'a/b', name: 'W-7', track: [[1, 2]] } as unknown as FleetBalloon;

/** Metres at ten-minute steps. */
const flightOf = (...altitudes: number[]) => ({
  flight_data: altitudes.map((altitude, index) => ({
    transmit_time: new Date(index * 600_000).toISOString(),
    latitude: 0,
    longitude: 0,
    altitude,
  })),
});

function askWith(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const ask: Ask = async (_api, request: ApiRequest) => {
    asked.push(addressOf(request));
    return { ok: true, value: answers[request.path.split('/').at(-1)!] };
  };
  return { ask, asked };
}

test('a sounding is of the newest leg that is worth the name', async () => {
  const { ask, asked } = askWith({
    'flight_data.json': flightOf(0, 4000, 8000, 5000, 2000, 2500),
    'observations.json': { observations: [] },
  });
  const outcome = await askAbout({ kind: 'balloon', balloon }, hosts, ask);
  expect(asked).toEqual([
    'https://data.test/v1/missions/a%2Fb/flight_data.json',
    'https://data.test/v1/observations.json?mission_id=a%2Fb&min_time=600&max_time=3000&include_ids=true',
  ]);
  expect(outcome).toMatchObject({ ok: true, value: { picture: { kind: 'sounding' } } });
});

test('a balloon that has not moved yet is no reason to ask for more', async () => {
  const { ask, asked } = askWith({ 'flight_data.json': flightOf(12) });
  expect(await askAbout({ kind: 'balloon', balloon }, hosts, ask)).toMatchObject({
    ok: false,
    message: 'W-7 has only just been launched. Choose another balloon.',
  });
  expect(asked).toHaveLength(1);
});

test('the forecast of a place is drawn from the call that is shown', async () => {
  const { ask, asked } = askWith({ points: { forecasts: [[]] } });
  const outcome = await askAbout(namedPlaces[0]!, hosts, ask);
  expect(asked).toEqual(['https://forecasts.test/v1/points?coordinates=42.36,-71.06&max_forecast_hour=72']);
  expect(outcome.ok && addressOf(outcome.value.request)).toBe(asked[0]);
});

test('a refusal is handed on as it is', async () => {
  const refused = { ok: false, status: 429, message: 'Later.' } as const;
  for (const choice of [namedPlaces[0]!, { kind: 'balloon', balloon } as const])
    expect(await askAbout(choice, hosts, async () => refused)).toBe(refused);
});
