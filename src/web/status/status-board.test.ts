import { expect, test } from 'vitest';
import type { ApiStatus } from '../../weather/status/contract.ts';
import { verdictOf } from './status-board.tsx';
import { describeHours } from './timelines.tsx';

type State = ApiStatus['forecasts']['state'];
const status = (forecasts: State, observations: State) =>
  ({ forecasts: { state: forecasts }, observations: { state: observations } }) as ApiStatus;

test.each([
  ['on time', 'on time', 'Everything is on time'],
  ['late', 'on time', 'Forecasts are late'],
  ['on time', 'late', 'Observations are late'],
  ['late', 'slow', 'Observations are slow'],
  ['down', 'slow', 'Forecasts are down'],
  ['down', 'down', 'Everything is down'],
  ['unknown', 'unknown', 'The status is unknown'],
  ['on time', 'unknown', 'The status of observations is unknown'],
] as const)('the verdict is the worst state: %s and %s', (forecasts, observations, text) => {
  expect(verdictOf(status(forecasts, observations)).text).toBe(text);
});

test('the hours are summed up in words', () => {
  const hour = (count: number, delay_minutes?: number) => ({
    hour: '2026-11-18T06:00:00+00:00',
    count,
    ...(delay_minutes !== undefined && { delay_minutes }),
  });
  expect(describeHours([hour(30, 10), hour(30, 30)])).toBe(
    'Observations of the last 2 whole hours: all on time.',
  );
  expect(describeHours([hour(30, 10), hour(30, 31), hour(0)])).toBe(
    'Observations of the last 3 whole hours: 1 on time, 1 late (half a bar), 1 without observations (outline).',
  );
});
