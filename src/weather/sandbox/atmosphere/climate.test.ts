import { describe, expect, test } from 'vitest';
import { convectionOf } from '../../../pictures/sounding/convection.ts';
import type { Air } from '../../../pictures/sounding/parcel.ts';
import {
  dewPointCelsius,
  gravity,
  mixingRatio,
  saturationHpa,
  virtualKelvin,
  zeroCelsiusKelvin,
} from '../../../pictures/sounding/thermodynamics.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { forecastAt, truthAt } from '../forecasts/forecast-snapshots.ts';
import { surfaceValueAt } from '../forecasts/points.ts';
import { fillHumidityRow, fillRow, levelAtAltitude, valueAt } from './atmosphere.ts';
import { levelAt, levelAtX, meridiansAt, type Place, parallelAt, placeAt } from './geometry.ts';
import { elevationMetres, landShare } from './land.ts';
import type { Snapshot } from './snapshot.ts';
import { fillSurfaceRow } from './surface.ts';

/**
 * What a forecaster would expect of the sandbox. Heights of the tropopause and the jets follow Holton and Hakim, "An
 * Introduction to Dynamic Meteorology" (5th edition, figure 1.11 and chapter 10): about 17 km in the tropics, 8 to 9 km
 * at the poles, the westerlies strongest near 200 hPa, at 30 degrees in winter and 45 in summer.
 */

const january = Date.UTC(2025, 0, 15);
const july = Date.UTC(2025, 6, 15);
const years = [2024, 2025, 2026];

describe('the tropopause, where temperature first falls by less than 2 K a kilometre for 2 km (WMO)', () => {
  test.each([
    ['the equator', 0, january, 16.3, 17.5],
    ['15 degrees north', 15, july, 16.3, 17.5],
    ['40 degrees north in winter', 40, january, 11, 13],
    ['40 degrees north in summer', 40, july, 13, 16],
    ['50 degrees south in winter', -50, july, 9, 12],
    ['the North Pole in winter', 89, january, 8, 9.2],
    ['the North Pole in summer', 89, july, 8.5, 10],
    ['the South Pole in winter', -89, july, 8, 9.2],
  ])('lies at a plausible height over %s', (_place, latitude, timeMs, least, most) => {
    // Where the tropopause breaks, single days differ by several kilometres.
    let mean = 0;
    for (const day of [-8, -4, 0, 4, 8])
      for (const longitude of [0, 60, 120, 180, 240, 300])
        mean += tropopauseKilometres(latitude, longitude, timeMs + day * dayMs) / 30;
    expect(mean).toBeGreaterThan(least);
    expect(mean).toBeLessThan(most);
  });
});

function tropopauseKilometres(latitude: number, longitude: number, timeMs: number): number {
  const place = placeAt(latitude, longitude);
  const truth = truthAt(timeMs);
  const column = Array.from({ length: 240 }, (_, index) => {
    const level = levelAtX(0.9 + index / 100);
    return {
      kilometres: valueAt('geopotential', truth, level, place) / gravity / 1000,
      kelvin: valueAt('temperature', truth, level, place),
    };
  });
  const found = column.findIndex(({ kilometres, kelvin }, index) => {
    const above = column.slice(index + 1).filter((each) => each.kilometres <= kilometres + 2);
    return above.every((each) => kelvin - each.kelvin <= 2 * (each.kilometres - kilometres));
  });
  return column[found]!.kilometres;
}

describe('the jets', () => {
  test.each([
    ['northern', 'winter', 1, january, 40, 60, [26, 36]],
    ['northern', 'summer', 1, july, 18, 35, [40, 50]],
    ['southern', 'winter', -1, july, 40, 60, [26, 36]],
    ['southern', 'summer', -1, january, 18, 35, [40, 50]],
  ] as const)(
    'of the %s %s lie near 200 hPa',
    (_hemisphere, _season, sign, timeMs, least, most, [from, to]) => {
      const jet = strongestMeanWind(sign, timeMs);
      expect(jet.metresPerSecond).toBeGreaterThan(least);
      expect(jet.metresPerSecond).toBeLessThan(most);
      expect(jet.pressureHpa).toBeGreaterThanOrEqual(175);
      expect(jet.pressureHpa).toBeLessThanOrEqual(300);
      expect(jet.degrees).toBeGreaterThanOrEqual(from);
      expect(jet.degrees).toBeLessThanOrEqual(to);
    },
  );
});

const meridians = meridiansAt(Array.from({ length: 72 }, (_, index) => index * 5));
const row = new Float64Array(72);

/** The mean of the wind from the west around a parallel, over twenty days. */
function strongestMeanWind(sign: number, timeMs: number) {
  let strongest = { metresPerSecond: 0, pressureHpa: 0, degrees: 0 };
  for (let degrees = 20; degrees <= 70; degrees += 2) {
    const place = { parallel: parallelAt(sign * degrees), meridians };
    for (const pressureHpa of [500, 400, 300, 250, 225, 200, 175, 150, 125, 100, 70]) {
      let sum = 0;
      for (let day = -10; day < 10; day += 4) {
        fillRow('wind_u', truthAt(timeMs + day * dayMs), levelAt(pressureHpa), place, row);
        sum += row.reduce((total, each) => total + each, 0) / 72 / 5;
      }
      if (sum > strongest.metresPerSecond) strongest = { metresPerSecond: sum, pressureHpa, degrees };
    }
  }
  return strongest;
}

describe('rain', () => {
  // ITU-R P.837-7, monthly mean total rainfall, mm in January, April, July and October.
  test.each([
    ['Manaus, wet tropics', -3.1, -60, [283, 284, 88, 120]],
    ['Singapore, wet tropics', 1.35, 103.8, [180, 250, 166, 229]],
    ['Kolkata, monsoon', 22.6, 88.4, [14, 47, 342, 144]],
    ['Bamako, monsoon', 12.6, -8, [1, 22, 203, 51]],
    ['Alice Springs, desert', -23.7, 133.9, [48, 20, 13, 21]],
    ['London', 51.5, -0.1, [57, 47, 48, 63]],
    ['Chicago', 41.9, -87.6, [32, 91, 95, 72]],
    ['Seattle', 47.6, -122.3, [149, 68, 21, 99]],
    ['Buenos Aires', -34.6, -58.4, [111, 95, 61, 114]],
    ['Sydney', -33.9, 151.2, [118, 119, 77, 87]],
  ])('is within a factor of 1.5 of the climatology in %s', (_name, latitude, longitude, published) => {
    published.forEach((millimetres, season) => {
      const measured = monthlyRain(season * 3, { latitude, longitude });
      // A dry month need only be dry.
      expect(measured).toBeGreaterThan(millimetres < 5 ? 0 : millimetres / 1.5);
      expect(measured).toBeLessThan(Math.max(10, millimetres * 1.5));
    });
  });

  test('falls from columns near saturation', () => {
    const humidity = new Float64Array(1);
    let rainy = 0;
    for (const place of [placeAt(51.5, -0.1), placeAt(-3.1, -60), placeAt(22.6, 88.4)]) {
      for (let day = 0; day < 365; day += 2) {
        const truth = truthAt(Date.UTC(2025, 0, 1) + day * dayMs);
        fillSurfaceRow('precipitation', truth, place, humidity);
        if (humidity[0]! < 0.1) continue;
        rainy++;
        for (const pressureHpa of [850, 700, 500]) {
          fillHumidityRow(truth, levelAt(pressureHpa), place, humidity);
          expect(humidity[0]).toBeGreaterThan(0.85);
        }
      }
    }
    expect(rainy).toBeGreaterThan(50);
  });
});

function monthlyRain(month: number, place: { latitude: number; longitude: number }): number {
  let sum = 0;
  let hours = 0;
  for (const year of years) {
    for (let hour = 0; hour < 30 * 24; hour += 3, hours++)
      sum += surfaceValueAt('precipitation', truthAt(Date.UTC(year, month, 1, hour)), place);
  }
  return (sum / hours) * 24 * 30.4;
}

describe('humidity near the ground', () => {
  // Means of 1991 to 2020: NOAA for Hilo, WMO for Tamanrasset (In Salah and Tamanrasset 20 to 30 %).
  test.each([
    ['Hilo, on an ocean coast', 19.72, -155.06, 70, 85],
    ['the Sahara at Tamanrasset', 22.8, 5.5, 18, 38],
    ['Singapore', 1.35, 103.8, 75, 92],
  ])('is as published in %s', (_name, latitude, longitude, least, most) => {
    let sum = 0;
    for (let step = 0; step < 730; step++) {
      const truth = truthAt(Date.UTC(2025, 0, 1) + step * 12.25 * hourMs);
      const [celsius, dewPoint] = (['temperature_2m', 'dewpoint_2m'] as const).map((field) =>
        surfaceValueAt(field, truth, { latitude, longitude }),
      );
      sum += (100 * vapour(dewPoint!)) / vapour(celsius!) / 730;
    }
    expect(sum).toBeGreaterThan(least);
    expect(sum).toBeLessThan(most);
  });
});

const vapour = (celsius: number) => Math.exp((17.62 * celsius) / (243.12 + celsius));

describe('the temperature at 2 m in a winter month', () => {
  // Forecasters expect it to vary by 2 to 3.5 K over the open sea, which warms cold air and cools warm air, and by more
  // over a continent.
  test.each([
    ['the northern Atlantic', 50, -30, 0, 2, 3.5],
    ['the northern Pacific', 45, 180, 0, 2, 3.5],
    ['the Norwegian Sea', 65, 0, 0, 1.5, 3.5],
    ['the Southern Ocean', -50, 90, 6, 2, 3.5],
    ['Chicago', 41.9, -87.6, 0, 4, 8],
    ['Moscow', 55.8, 37.6, 0, 4, 8],
  ])('varies plausibly over %s', (_place, latitude, longitude, month, least, most) => {
    const celsius = years.flatMap((year) =>
      Array.from({ length: 124 }, (_, step) =>
        surfaceValueAt('temperature_2m', truthAt(Date.UTC(year, month, 1, step * 6)), {
          latitude,
          longitude,
        }),
      ),
    );
    const mean = celsius.reduce((sum, each) => sum + each, 0) / celsius.length;
    const deviation = Math.sqrt(celsius.reduce((sum, each) => sum + (each - mean) ** 2, 0) / celsius.length);
    expect(deviation).toBeGreaterThan(least);
    expect(deviation).toBeLessThan(most);
  });
});

describe('CAPE of the mixed layer, over thirty days', () => {
  // Forecasters expect at most about 4,000 J/kg in the tropics, 6,000 in the Great Plains and 2,000 in deserts. Over cold
  // seas in winter they expect less than 300 on most days.
  test.each([
    ['Singapore in July', 1.35, 103.8, 6, [500, 2500], [2000, 4000]],
    ['the tropical Pacific in April', 5, -160, 3, [500, 3500], [2000, 4000]],
    ['Oklahoma in July', 35.3, -97.5, 6, [500, 2000], [2000, 6000]],
    ['Oklahoma in January', 35.3, -97.5, 0, [0, 10], [0, 500]],
    ['the Sahara in July', 23, 5, 6, [0, 500], [0, 2500]],
    ['the Norwegian Sea in January', 68, 5, 0, [0, 200], [50, 500]],
    ['the Bering Sea in January', 57, -175, 0, [0, 200], [50, 500]],
    ['the Southern Ocean in July', -55, 100, 6, [0, 200], [50, 1000]],
    ['Moscow in July', 55.8, 37.6, 6, [0, 1000], [500, 2500]],
  ] as const)('is plausible in %s', (_place, latitude, longitude, month, median, most) => {
    const joules = Array.from({ length: 40 }, (_, step) =>
      mixedLayerCape(truthAt(Date.UTC(2025, month, 1, step * 18)), placeAt(latitude, longitude)),
    ).toSorted((one, other) => one - other);
    expect(joules[20]).toBeGreaterThanOrEqual(median[0]);
    expect(joules[20]).toBeLessThan(median[1]);
    expect(joules.at(-1)).toBeGreaterThanOrEqual(most[0]);
    expect(joules.at(-1)).toBeLessThan(most[1]);
  });
});

function mixedLayerCape(snapshot: Snapshot, place: Place): number {
  const convection = convectionOf('mixed', airAbove(snapshot, place));
  if ('unavailable' in convection || 'unavailable' in convection.cape) throw new Error('There is no CAPE');
  return convection.cape.value;
}

/** The column above the ground up to 100 hPa. */
function airAbove(snapshot: Snapshot, place: Place): Air[] {
  const humidity = new Float64Array(1);
  const ground = elevationMetres(place.parallel.latitude, place.meridians.longitudes[0]!);
  return Array.from({ length: 120 }, (_, index): Air => {
    const level = levelAtX(index * 0.02);
    const { pressureHpa } = level;
    const kelvin = valueAt('temperature', snapshot, level, place);
    fillHumidityRow(snapshot, level, place, humidity);
    const vapourHpa = humidity[0]! * saturationHpa(kelvin - zeroCelsiusKelvin);
    return {
      pressureHpa,
      altitudeMetres: valueAt('geopotential', snapshot, level, place) / gravity,
      kelvin,
      dewPointKelvin: dewPointCelsius(vapourHpa) + zeroCelsiusKelvin,
      virtualKelvin: virtualKelvin(kelvin, mixingRatio(vapourHpa, pressureHpa)),
    };
  }).filter(({ altitudeMetres }) => altitudeMetres > ground);
}

describe('sea-level pressure', () => {
  test('is about that of a sounding over the seas', () => {
    const differences = [0, 3, 6, 9].flatMap((month) => {
      const truth = truthAt(Date.UTC(2025, month, 10, 12));
      return seas().map((place) => {
        fillSurfaceRow('pressure_msl', truth, place, single);
        return Math.abs(single[0]! - levelAtAltitude(truth, place, 0).pressureHpa);
      });
    });
    const sorted = differences.toSorted((one, other) => one - other);
    expect(sorted.length).toBeGreaterThan(1500);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(6);
    expect(sorted.at(-1)).toBeLessThan(20);
  });

  // Chapman and Lindzen, "Atmospheric Tides": 1.16 hPa at the equator, highest at about 9:45 and 21:45 local time.
  test.each([0, 120, 240])('rises and falls twice a day at the equator, %i° east', (longitude) => {
    const place = placeAt(0, longitude);
    const hours = Array.from({ length: 24 }, (_, hour) => {
      fillSurfaceRow(
        'pressure_msl',
        truthAt(Date.UTC(2025, 3, 10, hour) - (longitude / 15) * hourMs),
        place,
        single,
      );
      return single[0]!;
    });
    const highest = Math.max(...hours);
    expect((highest - Math.min(...hours)) / 2).toBeGreaterThan(1);
    expect((highest - Math.min(...hours)) / 2).toBeLessThan(1.4);
    expect([9, 10, 21, 22]).toContain(hours.indexOf(highest));
  });
});

const single = new Float64Array(1);

function seas(): Place[] {
  const latitudes = Array.from({ length: 31 }, (_, index) => -75 + 5 * index);
  const longitudes = Array.from({ length: 24 }, (_, index) => 15 * index);
  return latitudes.flatMap((latitude) =>
    longitudes
      .filter((longitude) => landShare(latitude, longitude) < 0.05)
      .map((longitude) => placeAt(latitude, longitude)),
  );
}

describe('lows of the middle latitudes', () => {
  test.each([
    ['northern', 0, 1],
    ['southern', 6, -1],
  ])('fall below 980 hPa in a winter month of the %s hemisphere', (_hemisphere, month, sign) => {
    for (const year of years) expect(lowestPressure(year, month, sign)).toBeLessThan(980);
  });
});

function lowestPressure(year: number, month: number, sign: number): number {
  let lowest = 2000;
  for (let day = 1; day <= 31; day++) {
    for (let degrees = 35; degrees <= 70; degrees += 5) {
      const place = { parallel: parallelAt(sign * degrees), meridians };
      fillSurfaceRow('pressure_msl', truthAt(Date.UTC(year, month, day)), place, row);
      lowest = Math.min(lowest, ...row);
    }
  }
  return lowest;
}

describe('the ensemble', () => {
  test.each([
    ['land', 0, 0.2, 0.45],
    ['land', 240, 2.4, 3.6],
    ['sea', 0, 0.1, 0.3],
    ['sea', 240, 1.3, 2.4],
  ])('spreads over %s at hour %i as in the middle latitudes', (ground, leadHours, least, most) => {
    const deviations = [0, 3, 6, 9].flatMap((month) =>
      middleLatitudes(ground === 'land').map((place) => {
        const timeMs = Date.UTC(2026, month, 10, 12);
        const run = { model: 'main' as const, runMs: timeMs - leadHours * hourMs };
        const members = Array.from({ length: 20 }, (_, member) =>
          surfaceValueAt('temperature_2m', forecastAt({ ...run, member: member + 1 }, timeMs), place),
        );
        const mean = members.reduce((sum, each) => sum + each, 0) / 20;
        return Math.sqrt(members.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 19);
      }),
    );
    const spread = deviations.reduce((sum, each) => sum + each, 0) / deviations.length;
    expect(spread).toBeGreaterThan(least);
    expect(spread).toBeLessThan(most);
  });
});

function middleLatitudes(isLand: boolean) {
  return Array.from({ length: 40 }, (_, index) => ({
    latitude: (index % 2 ? 1 : -1) * (35 + ((index * 7) % 26)),
    longitude: (index * 37) % 360,
  })).filter(({ latitude, longitude }) => landShare(latitude, longitude) > 0.5 === isLand);
}

describe('the ground', () => {
  // Heights in metres from GeoNames and national surveys.
  test.each([
    ['Bogotá', 4.71, -74.07, 2550],
    ['Quito', -0.18, -78.47, 2850],
    ['Denver', 39.74, -104.99, 1609],
    ['Johannesburg', -26.2, 28.05, 1753],
    ['Nairobi', -1.29, 36.82, 1795],
    ['Addis Ababa', 9.03, 38.74, 2355],
    ['Windhoek', -22.56, 17.08, 1650],
    ['Kunming', 25.04, 102.72, 1890],
    ['Calgary', 51.05, -114.07, 1045],
    ['Ulaanbaatar', 47.89, 106.9, 1310],
    ['Delhi', 28.61, 77.21, 216],
    ['Beijing', 39.9, 116.4, 44],
    ['Tokyo', 35.68, 139.69, 40],
    ['London', 51.5, -0.12, 11],
    ['Madrid', 40.42, -3.7, 660],
    ['Moscow', 55.76, 37.62, 156],
    ['Chicago', 41.88, -87.63, 181],
    ['Manaus', -3.12, -60.02, 92],
    ['Sydney', -33.87, 151.2, 20],
    ['Alice Springs', -23.7, 133.88, 545],
  ])('is within 300 m at %s', (_name, latitude, longitude, metres) => {
    expect(Math.abs(elevationMetres(latitude, longitude) - metres)).toBeLessThan(300);
  });
});
