import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../time.ts';
import { truthAt } from '../forecasts/forecast-snapshots.ts';
import { surfaceValueAt } from '../forecasts/points.ts';
import { fillFreeRow } from './free-atmosphere.ts';
import { levelAt, meridiansAt, type Place, parallelAt } from './geometry.ts';
import type { Snapshot } from './snapshot.ts';

/** What a forecaster would expect of a week of maps: lows with warm and cold sectors, and highs where they belong. */

const january = Date.UTC(2025, 0, 15);
const july = Date.UTC(2025, 6, 15);
const meridians = meridiansAt(Array.from({ length: 72 }, (_, index) => index * 5));
const row = new Float64Array(72);

describe('waves of the middle latitudes', () => {
  // In a developing wave, warm air lies east of the low and cold air west of it, so that pressure and temperature are
  // hardly correlated; the trough at 500 hPa lies west of the low.
  test.each([
    ['northern', 50, january],
    ['southern', -50, july],
  ])('are warm ahead of a low and cold behind it in the %s hemisphere', (_hemisphere, latitude, timeMs) => {
    const place = { parallel: parallelAt(latitude), meridians };
    const sums = { pressure: 0, kelvin: 0, both: 0, ahead: 0, behind: 0 };
    for (let day = 0; day < 30; day++) {
      const truth = truthAt(timeMs + day * dayMs);
      const pressure = awayFromMean(truth, place, 'geopotential', 1000);
      const kelvin = awayFromMean(truth, place, 'temperature', 850);
      for (let i = 0; i < 72; i++) {
        sums.pressure += pressure[i]! ** 2;
        sums.kelvin += kelvin[i]! ** 2;
        sums.both += pressure[i]! * kelvin[i]!;
        sums.ahead += pressure[i]! * kelvin[(i + 3) % 72]!;
        sums.behind += pressure[i]! * kelvin[(i + 69) % 72]!;
      }
    }
    expect(Math.abs(sums.both / Math.sqrt(sums.pressure * sums.kelvin))).toBeLessThan(0.5);
    expect(sums.ahead).toBeLessThan(0);
    expect(sums.behind).toBeGreaterThan(0);
  });
});

/** A field above the sea of the free atmosphere, less its mean around the parallel. */
function awayFromMean(
  truth: Snapshot,
  place: Place,
  field: 'geopotential' | 'temperature',
  pressureHpa: number,
): number[] {
  fillFreeRow(field, truth, levelAt(pressureHpa), place, row);
  const mean = row.reduce((sum, each) => sum + each, 0) / 72;
  return [...row].map((each) => each - mean);
}

// Read off published climatologies, to a few hPa.
describe('the mean sea-level pressure', () => {
  test.each([
    ['the Siberian high', 50, 95, 1034],
    ['the Aleutian low', 51, 180, 1001],
    ['the Icelandic low', 62, -35, 997],
    ['the Azores high', 33, -25, 1021],
    ['central Europe', 48, 10, 1019],
    ['the high of the Great Basin', 40, -115, 1021],
    ['northern Canada', 65, -115, 1019],
    ['the high of the southern Indian Ocean', -35, 85, 1018],
    ['the low of northern Australia', -18, 130, 1006],
    ['the trough around Antarctica', -66, 90, 985],
  ])('of January is within 8 hPa of the published one at %s', (_name, latitude, longitude, published) => {
    expect(Math.abs(monthMean('pressure_msl', 0, latitude, longitude) - published)).toBeLessThan(8);
  });

  test.each([
    ['the Azores high', 35, -30, 1024],
    ['the high of the northern Pacific', 38, -145, 1025],
    ['the monsoon low', 28, 80, 999],
    ['the low of the Sahara', 27, 5, 1010],
    ['central Europe', 48, 10, 1016],
    ['Iceland', 65, -20, 1010],
    ['the equator', 0, -170, 1010],
    ['the high of the southern Atlantic', -28, -10, 1022],
    ['the high of the southern Indian Ocean', -30, 65, 1024],
    ['the trough around Antarctica', -66, 90, 985],
  ])('of July is within 8 hPa of the published one at %s', (_name, latitude, longitude, published) => {
    expect(Math.abs(monthMean('pressure_msl', 6, latitude, longitude) - published)).toBeLessThan(8);
  });

  test('has the wind of the monsoon from the west over the Bay of Bengal', () => {
    expect(monthMean('wind_u_10m', 6, 15, 90)).toBeGreaterThan(2);
  });
});

function monthMean(
  field: 'pressure_msl' | 'wind_u_10m',
  month: number,
  latitude: number,
  longitude: number,
): number {
  let sum = 0;
  for (let step = 0; step < 62; step++)
    sum += surfaceValueAt(field, truthAt(Date.UTC(2025, month, 1, step * 12)), { latitude, longitude });
  return sum / 62;
}
