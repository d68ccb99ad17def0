import { expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { compareProfiles, profileOf } from './comparison.ts';
import { modelPointsOf, profileFromModel, runBefore } from './model-profile.ts';
import { type Sounding, soundingOf } from './sounding.ts';
import { saturationHpa, standardHpa } from './thermodynamics.ts';

const beginSeconds = Date.parse('2026-11-15T04:10:00Z') / 1000;
const runMs = Date.parse('2026-11-15T00:00:00Z');
const standard = [1000, 850, 700, 500, 300, 100];

/** The balloon drifts over the date line, a degree east for each 2 km. */
const drifting = soundingOf(
  flightRows({
    fromMetres: 0,
    toMetres: 14_000,
    beginSeconds,
    metresPerSecond: 1,
    measure: (metres) => {
      const longitude = 178 + metres / 2000;
      return { latitude: -35 + metres / 10_000, longitude: longitude > 180 ? longitude - 360 : longitude };
    },
  }),
) as Sounding;

test('each level of the forecast has the place and the hour at which the balloon was there', () => {
  const points = modelPointsOf(drifting.levels, runMs, standard);
  expect(points.map(({ pressure }) => pressure)).toEqual([1000, 850, 700, 500, 300]);
  for (const { pressure, forecast_hour, latitude, longitude } of points) {
    const level = drifting.levels.reduce((best, each) =>
      Math.abs(each.pressureHpa - pressure) < Math.abs(best.pressureHpa - pressure) ? each : best,
    );
    expect(Math.abs(level.timeSeconds / 3600 - runMs / 3_600_000 - forecast_hour)).toBeLessThanOrEqual(0.53);
    expect(Math.abs(latitude - level.position!.latitude)).toBeLessThan(0.02);
    expect(Math.abs(((longitude - level.position!.longitude + 540) % 360) - 180)).toBeLessThan(0.06);
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
  }
});

test('a level without a position, or in a gap of the data, has no forecast', () => {
  const rows = flightRows({
    fromMetres: 0,
    toMetres: 9000,
    measure: (metres) => (metres > 2500 && metres < 6000 ? { latitude: null } : {}),
  });
  const { levels } = soundingOf(rows) as Sounding;
  expect(modelPointsOf(levels, 0, standard).map(({ pressure }) => pressure)).toEqual([1000, 850]);
});

test('specific humidity becomes the dew point of saturated air', () => {
  const vapour = saturationHpa(10);
  const share = (0.62196 * vapour) / (850 - vapour + 0.62196 * vapour);
  const [level] = profileFromModel(
    [
      {
        ...{ pressure: 850, forecast_hour: 4, latitude: 0, longitude: 0 },
        ...{ temperature: 10, specific_humidity: share, wind_u: 3, wind_v: -4 },
      },
    ],
    profileOf(drifting.levels),
  );
  expect(level!.dewPointCelsius).toBeCloseTo(10, 6);
  expect(Math.abs(standardHpa(level!.altitudeMetres) - 850)).toBeLessThan(1);
});

test('differences are the other profile minus the balloon, and the length of the wind vector between them', () => {
  const balloon = profileOf(drifting.levels);
  const model = balloon
    .filter((_, index) => index % 10 === 0)
    .map((level) => ({
      ...level,
      celsius: level.celsius! + 1.5,
      dewPointCelsius: level.dewPointCelsius === null ? null : level.dewPointCelsius - 2,
      wind: { u: level.wind!.u + 3, v: level.wind!.v - 4 },
    }));
  const differences = compareProfiles(balloon, model, [300, 500, 850, 20]);
  expect(differences.map(({ pressureHpa }) => pressureHpa)).toEqual([850, 500, 300]);
  for (const { celsius, wind } of differences) {
    expect(celsius).toBeCloseTo(1.5, 1);
    expect(wind).toBeCloseTo(5, 1);
  }
  expect(differences[0]!.dewPointCelsius).toBeCloseTo(-2, 1);
  // It is too cold there to trust the balloon's humidity.
  expect(differences[2]!.dewPointCelsius).toBeNull();
});

test('the newest run before the leg is used, or an older one while its hours are not ready', () => {
  const run = (begin: string, now: string, lead = 0) =>
    new Date(runBefore(Date.parse(begin) / 1000, Date.parse(now), lead)).toISOString();
  expect(run('2026-11-15T11:59:00Z', '2026-11-16T00:00:00Z')).toBe('2026-11-15T06:00:00.000Z');
  expect(run('2026-11-15T12:00:00Z', '2026-11-16T00:00:00Z')).toBe('2026-11-15T12:00:00.000Z');
  expect(run('2026-11-15T12:00:00Z', '2026-11-15T14:00:00Z')).toBe('2026-11-15T06:00:00.000Z');
  expect(run('2026-11-15T12:00:00Z', '2026-11-16T00:00:00Z', 48)).toBe('2026-11-13T12:00:00.000Z');
});
