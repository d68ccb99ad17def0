import { expect, test } from 'vitest';
import type { ApiRequest } from '../../content/contract.ts';
import { addressOf } from '../../content/requests/request.ts';
import type { FleetBalloon } from '../../weather/contract.ts';
import { balloonChoice, type CallJson, cities, detailOf, loadAnswer, locationAt } from './landing-calls.ts';

const hosts = { data: 'https://data.test/v1', forecasts: 'https://forecasts.test/v1', mcp: '' };
const balloon = balloonChoice({ id: 'a/b', name: 'W-7', track: [[1, 2]] } as unknown as FleetBalloon);

/** Altitudes in metres, ten minutes apart. */
const flightOf = (...altitudes: number[]) => ({
  flight_data: altitudes.map((altitude, index) => ({
    transmit_time: new Date(index * 600_000).toISOString(),
    latitude: 0,
    longitude: 0,
    altitude,
  })),
});

function answering(answers: Record<string, unknown>) {
  const called: string[] = [];
  const callJson: CallJson = async (_api, request: ApiRequest) => {
    called.push(addressOf(request));
    return { ok: true, value: answers[request.path.split('/').at(-1)!] };
  };
  return { callJson, called };
}

test('a location is named by its position, to a hundredth of a degree', () => {
  expect(locationAt({ latitude: 42.3567, longitude: -71.058 })).toEqual({
    kind: 'location',
    name: '42.36° N, 71.06° W',
    latitude: 42.36,
    longitude: -71.06,
  });
  expect(locationAt({ latitude: -1.294, longitude: 36.8 })).toMatchObject({ name: '1.29° S, 36.8° E' });
});

test('a city has its coordinates next to its name, and any other point its region', () => {
  const boston = cities.find(({ name }) => name === 'Boston')!;
  expect(detailOf(boston)).toBe('42.36° N, 71.06° W');
  expect(detailOf(locationAt({ latitude: 50, longitude: 10 }))).toBe('Europe');
});

test('a sounding is the newest leg that is deep enough', async () => {
  const { callJson, called } = answering({
    'flight_data.json': flightOf(0, 4000, 8000, 5000, 2000, 2500),
    'observations.json': { observations: [] },
  });
  const outcome = await loadAnswer(balloon, hosts, callJson);
  expect(called).toEqual([
    'https://data.test/v1/missions/a%2Fb/flight_data.json',
    'https://data.test/v1/observations.json?mission_id=a%2Fb&min_time=600&max_time=3000&include_ids=true',
  ]);
  expect(outcome).toMatchObject({ ok: true, value: { picture: { kind: 'sounding' } } });
});

test('a balloon that has not moved yet has no sounding, and no further call is made', async () => {
  const { callJson, called } = answering({ 'flight_data.json': flightOf(12) });
  expect(await loadAnswer(balloon, hosts, callJson)).toMatchObject({
    ok: false,
    message: 'W-7 has only just been launched. Pick another balloon.',
  });
  expect(called).toHaveLength(1);
});

test('the forecast of a city is drawn from the call that is shown', async () => {
  const { callJson, called } = answering({ points: { forecasts: [[]] } });
  const outcome = await loadAnswer(cities[0]!, hosts, callJson);
  expect(called).toEqual(['https://forecasts.test/v1/points?coordinates=42.36,-71.06&max_forecast_hour=72']);
  expect(outcome.ok && addressOf(outcome.value.request)).toBe(called[0]);
});

test('an error is returned unchanged', async () => {
  const error = { ok: false, status: 429, message: 'Later.' } as const;
  for (const choice of [cities[0]!, balloon])
    expect(await loadAnswer(choice, hosts, async () => error)).toBe(error);
});
