import { expect, test } from 'vitest';
import { nowMs } from '../../../test/helpers/weather-app.ts';
import { PublicError } from '../../platform/errors.ts';
import { inSlices } from '../../platform/long-work.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { askForFleet, askForWind } from './asked-fleet.ts';
import { drawFleetWith } from './drawn-fleet.ts';
import { fleetAt } from './fleet-snapshot.ts';

const weather = createSandbox(() => nowMs);

test('is the fleet that is told as a whole, flight by flight, without where they go', async () => {
  const { balloons } = await inSlices(fleetAt(nowMs));
  const asked = await askForFleet(weather, nowMs);
  expect(asked.balloons.length).toBeGreaterThan(20);
  expect(asked.balloons).toEqual(balloons.map((balloon) => ({ ...balloon, path: [] })));
});

test('leaves out one that has landed meanwhile, and is not half a fleet when the API refuses', async () => {
  const [first] = await weather.listFlyingMissions();
  const refusing = (status: number) => ({
    ...weather,
    readFlightData: async (id: string) => {
      if (id === first!.id) throw new PublicError(status, 'no');
      return weather.readFlightData(id);
    },
  });
  const { balloons } = await askForFleet(refusing(404), nowMs);
  expect(balloons.map(({ id }) => id)).not.toContain(first!.id);
  await expect(askForFleet(refusing(429), nowMs)).rejects.toMatchObject({ status: 429 });
});

test('has the wind of the forecast at every place, or none', async () => {
  const wind = (await askForWind(weather, nowMs))!;
  const hour = { series: { model: 'main' }, timeMs: nowMs } as const;
  const at = { minLatitude: 50, maxLatitude: 50, minLongitude: -3, maxLongitude: -3 };
  for (const [index, name] of (['wind_u', 'wind_v'] as const).entries()) {
    const { rows } = await weather.readField(hour, { kind: 'upper', name, levelsHpa: [300] }, at);
    const [row] = await Array.fromAsync(rows);
    expect(wind({ latitude: 50, longitude: -3 })[index]).toBe(row![0]);
  }
  const readField = () => Promise.reject(new PublicError(502, 'is NetCDF-4'));
  expect(await askForWind({ readField }, nowMs)).toBeUndefined();
});

test('says of itself whether there is wind', async () => {
  const fleet = await inSlices(fleetAt(nowMs));
  const still = await drawFleetWith(fleet, undefined);
  expect(still.caption).toBe(`${fleet.balloons.length} balloons in the air, 04:00 UTC`);
  const windy = await drawFleetWith(fleet, () => [30, 0]);
  expect(windy.caption).toContain('wind at 300 hPa');
  expect(windy.picture.length).toBeGreaterThan(still.picture.length);
});
