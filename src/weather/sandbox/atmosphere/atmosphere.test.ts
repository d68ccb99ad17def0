import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pressureLevelsHpa } from '../../../api/variables.ts';
import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { truthAt } from '../forecasts/forecast-snapshots.ts';
import { surfaceValueAt } from '../forecasts/points.ts';
import { fillRow, valueAt } from './atmosphere.ts';
import { addTide } from './free-atmosphere.ts';
import { levelAt, levelAtX, meridiansAt, parallelAt, placeAt } from './geometry.ts';
import { elevationMetres } from './land.ts';
import { dryAir, radiansPerDegree } from './planet.ts';
import { fillSurfaceRow } from './surface.ts';

const latitudes = fc.double({ min: -85, max: 85, noNaN: true }).filter((latitude) => Math.abs(latitude) > 1);
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const heights = fc.double({ min: 0, max: 2.1, noNaN: true });
const times = fc.integer({ min: 0, max: 3 * 365 * 24 }).map((hour) => Date.UTC(2024, 0, 1) + hour * hourMs);

describe('the atmosphere', () => {
  test('is hydrostatic: temperature is the slope of the geopotential over R', () => {
    fc.assert(
      fc.property(latitudes, longitudes, heights, times, (latitude, longitude, x, timeMs) => {
        const place = placeAt(latitude, longitude);
        const truth = truthAt(timeMs);
        const step = 2e-5;
        const above = valueAt('geopotential', truth, levelAtX(x + step), place);
        const below = valueAt('geopotential', truth, levelAtX(x - step), place);
        const temperature = valueAt('temperature', truth, levelAtX(x), place);
        expect(Math.abs(temperature - (above - below) / (2 * step) / dryAir)).toBeLessThan(1e-6);
      }),
      { numRuns: 300 },
    );
  });

  test('is geostrophic above the boundary layer: wind is the slope of the geopotential over f, without the tide', () => {
    fc.assert(
      fc.property(latitudes, longitudes, heights, times, (latitude, longitude, x, timeMs) => {
        const truth = truthAt(timeMs);
        const layerTop = elevationMetres(latitude, longitude) / 6500 + 0.75;
        const level = levelAtX(layerTop + x);
        const height = (north: number, east: number) => {
          const near = placeAt(latitude + north, longitude + east);
          const tide = new Float64Array(1);
          addTide(truth, near, tide);
          return valueAt('geopotential', truth, level, near) - tide[0]!;
        };
        const place = placeAt(latitude, longitude);
        const step = 1e-4;
        const metres = 2 * step * radiansPerDegree * earthRadiusMetres;
        const { coriolis, cos } = place.parallel;
        const eastwards = -(height(step, 0) - height(-step, 0)) / metres / coriolis;
        const northwards = (height(0, step) - height(0, -step)) / (metres * cos) / coriolis;
        expect(Math.abs(valueAt('wind_u', truth, level, place) - eastwards)).toBeLessThan(1e-4);
        expect(Math.abs(valueAt('wind_v', truth, level, place) - northwards)).toBeLessThan(1e-4);
      }),
      { numRuns: 300 },
    );
  });

  test('is finite at equator and poles on every level', () => {
    for (const latitude of [-90, -0, 0, 90]) {
      for (const pressureHpa of pressureLevelsHpa) {
        for (const field of ['geopotential', 'temperature', 'wind_u', 'wind_v'] as const) {
          const value = valueAt(
            field,
            truthAt(Date.UTC(2026, 8, 1)),
            levelAt(pressureHpa),
            placeAt(latitude, 10),
          );
          expect(Number.isFinite(value)).toBe(true);
        }
      }
    }
  });

  test('keeps sea-level pressure between 950 and 1070 hPa and the wind at 250 hPa below 90 m/s', () => {
    const { pressure, wind } = extremes();
    expect(pressure.least).toBeGreaterThan(950);
    expect(pressure.least).toBeLessThan(975);
    // Siberia's winters have had more than 1080.
    expect(pressure.most).toBeLessThan(1070);
    expect(pressure.most).toBeGreaterThan(1035);
    expect(wind.most).toBeGreaterThan(60);
    expect(wind.most).toBeLessThan(90);
  });

  test('rains about as much as the earth does', () => {
    expect(extremes().rainMean).toBeGreaterThan(0.03);
    expect(extremes().rainMean).toBeLessThan(0.12);
  });

  // ITU-R P.1510, monthly mean surface temperature.
  test.each([
    ['Chicago', 41.88, -87.63, -4, 23],
    ['Moscow', 55.75, 37.62, -8, 19],
    ['Miami', 25.76, -80.19, 20, 28],
    ['Singapore', 1.35, 103.82, 26, 27],
    ['Sydney', -33.87, 151.21, 23, 13],
    ['London', 51.5, -0.12, 5, 17],
    ['Delhi', 28.61, 77.21, 14, 30],
    ['Calgary', 51.05, -114.07, -9, 17],
  ])('has a plausible January and July in %s', (_name, latitude, longitude, january, july) => {
    expect(Math.abs(monthMean(0, latitude, longitude) - january)).toBeLessThan(3);
    expect(Math.abs(monthMean(6, latitude, longitude) - july)).toBeLessThan(3);
  });

  test('is warmest in the afternoon over land', () => {
    const at = (hour: number) =>
      surfaceValueAt('temperature_2m', truthAt(Date.UTC(2026, 6, 1, hour)), kansas);
    expect(at(21) - at(9)).toBeGreaterThan(4);
  });
});

const kansas = { latitude: 38.5, longitude: -98 };

function monthMean(month: number, latitude: number, longitude: number): number {
  let sum = 0;
  for (let hour = 0; hour < 31 * 24; hour += 3) {
    const truth = truthAt(Date.UTC(2025, month, 1, hour));
    sum += surfaceValueAt('temperature_2m', truth, { latitude, longitude });
  }
  return sum / (31 * 8);
}

interface Extremes {
  pressure: { least: number; most: number };
  wind: { most: number };
  rainMean: number;
}
let found: Extremes | undefined;

function extremes(): Extremes {
  found ??= findExtremes();
  return found;
}

function findExtremes(): Extremes {
  const meridians = meridiansAt(Array.from({ length: 72 }, (_, index) => index * 5));
  const row = new Float64Array(72);
  const other = new Float64Array(72);
  const result = { pressure: { least: 2000, most: 0 }, wind: { most: 0 }, rainMean: 0 };
  let weights = 0;
  for (let day = 0; day < 730; day += 5) {
    const truth = truthAt(Date.UTC(2025, 0, 1) + day * dayMs);
    for (let latitude = -85; latitude <= 85; latitude += 5) {
      const parallel = parallelAt(latitude);
      const place = { parallel, meridians };
      fillSurfaceRow('pressure_msl', truth, place, row);
      result.pressure.least = Math.min(result.pressure.least, ...row);
      result.pressure.most = Math.max(result.pressure.most, ...row);
      fillRow('wind_u', truth, levelAt(250), place, row);
      fillRow('wind_v', truth, levelAt(250), place, other);
      for (let i = 0; i < 72; i++)
        result.wind.most = Math.max(result.wind.most, Math.hypot(row[i]!, other[i]!));
      fillSurfaceRow('precipitation', truth, place, row);
      for (const rain of row) result.rainMean += rain * parallel.cos;
      weights += 72 * parallel.cos;
    }
  }
  result.rainMean /= weights;
  return result;
}
