import { expect, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import { computations } from './index-computations.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import { listIndices } from './sounding-indices.ts';
import type { Units } from './units.ts';

const soundingBetween = (fromMetres: number, toMetres: number, latitude = 50) =>
  soundingOf(
    flightRows({
      fromMetres,
      toMetres,
      measure: (altitude) => ({ latitude, speed_u: altitude / 500, speed_v: 5 }),
    }),
  ) as Sounding;

const metric: Units = { wind: 'ms', heights: 'km', temperature: 'c' };
const imperial: Units = { wind: 'kt', heights: 'ft', temperature: 'f' };

const listed = (sounding: Sounding, units: Units, parcel: keyof Sounding['parcels'] = 'mixed') =>
  listIndices(sounding, [parcel], units).flatMap(({ indices }) => indices);
const byName = (sounding: Sounding, units: Units) =>
  Object.fromEntries(listed(sounding, units).map(({ name, ...index }) => [name, index]));

test('a sounding from the ground has every index, in the chosen units', () => {
  const sounding = soundingBetween(0, 14_000);
  const indices = byName(sounding, metric);
  expect(indices).toMatchObject({
    CAPE: { value: expect.stringMatching(/^[\d,]+ J\/kg$/), layer: 'LFC to EL' },
    LCL: {
      value: expect.stringMatching(/^1\.\d km$/),
      layer: expect.stringMatching(/^above sea level, \d+ hPa$/),
    },
    'Lifted index': { value: expect.stringMatching(/ K$/), layer: 'at 500 hPa' },
    '0 °C': { value: '2.3 km', layer: 'above sea level, 765 hPa' },
    'Shear 0–6 km': { value: '12 m/s', layer: 'above ground' },
    'Precipitable water': {
      value: expect.stringMatching(/^[\d.]+ mm$/),
      layer: expect.stringMatching(/^0\.0–\d+\.\d km above sea level$/),
    },
    'Lapse rate 700–500 hPa': { value: '6.5 K/km' },
    'Right mover': { value: expect.stringMatching(/^\d+° \d+ m\/s$/), layer: '0–6 km above ground' },
    'Helicity 0–3 km': { layer: 'above ground, relative to the right mover' },
  });
  expect(byName(sounding, imperial)).toMatchObject({
    '0 °C': { value: '7,600 ft' },
    'Shear 0–6 km': { value: '23 kt' },
  });
});

test('in the southern hemisphere helicity names the left mover', () => {
  expect(byName(soundingBetween(0, 14_000, -35), metric)['Helicity 0–3 km']).toMatchObject({
    layer: 'above ground, relative to the left mover',
  });
});

test('every number names its layer, or is a level', () => {
  for (const { name, value, layer } of listed(soundingBetween(0, 14_000), metric))
    if (value !== undefined)
      expect(`${name} ${value} ${layer}`).toMatch(/above sea level|above ground|hPa|LFC/);
});

test('a most unstable parcel names the level from which it is lifted', () => {
  const [group] = listIndices(soundingBetween(4000, 14_000), ['mostUnstable'], metric);
  expect(group!.note).toMatch(/lifted from \d\.\d km above sea level, \d+ hPa\.$/);
});

test('a leg above the ground has the reason for all indices that need it', () => {
  const indices = byName(soundingBetween(4000, 14_000), metric);
  for (const name of ['Shear 0–1 km', 'Left mover', 'Helicity 0–1 km', 'Lapse rate 0–3 km'])
    expect(indices[name]).toEqual({ reason: expect.stringContaining('closer than 300 m to the ground') });
  expect(indices['K index']).toEqual({ reason: 'No temperature and humidity at 850 hPa.' });
});

test('heights follow the unit, also in reasons, and names of layers keep kilometres', () => {
  const aloft = soundingBetween(4000, 14_000);
  const reasons = byName(aloft, imperial);
  expect(reasons['Shear 0–1 km']!.reason).toMatch(/its data begin at 13,200 ft above sea level\.$/);
  expect(reasons['0 °C']!.reason).toMatch(/ from 13,200 ft to 45,900 ft above sea level\.$/);
  expect(byName(soundingBetween(0, 4000), imperial)['Shear 0–6 km']!.reason).toBe(
    'Wind data end 13,100 ft above the ground; 19,700 ft are needed.',
  );
  const texts = [...listed(aloft, imperial), ...listed(soundingBetween(0, 14_000), imperial)].map(
    ({ name, value = '', layer = '', reason = '' }) => `${name} ${value} ${layer} ${reason}`,
  );
  for (const text of texts) {
    expect(text).not.toMatch(/\d\.\d km|[{}]/);
    expect(text.replaceAll(/(Shear|Helicity|rate) 0–\d km|0–6 km above/g, '')).not.toMatch(/\d km/);
  }
});

test('both crossings of a temperature are listed', () => {
  const rows = flightRows({
    fromMetres: 0,
    toMetres: 9000,
    measure: (metres) => ({ temperature: metres < 1000 ? -3 + metres / 200 : 2 - (metres - 1000) / 200 }),
  });
  const { value, layer } = byName(soundingOf(rows) as Sounding, { ...metric, heights: 'hpa' })['0 °C']!;
  expect(value).toMatch(/^\d+ hPa; \d+ hPa$/);
  expect(layer).toBe('0.6 km above sea level; 1.4 km above sea level');
});

test('each index has a text that says how it is computed', () => {
  const explained = computations.map(([name]) => name).join(' ');
  for (const { name } of listed(soundingBetween(0, 14_000), metric)) {
    const word = name
      .replace(/ (0|700)–.*/, '')
      .replace('Lapse rate', 'Lapse rates')
      .replace(/^(Right|Left) /, '');
    expect(explained.toLowerCase()).toContain(word.toLowerCase());
  }
});
