import { expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { type Sounding, soundingOf } from '../../pictures/sounding/sounding.ts';
import { indexRows } from './sounding-panels.tsx';

const soundingBetween = (fromMetres: number, toMetres: number, humidity: number | null = 60) =>
  soundingOf(
    flightRows({
      fromMetres,
      toMetres,
      measure: (altitude) => ({ humidity, speed_u: altitude / 500, speed_v: 5 }),
    }),
  ) as Sounding;

const units = { wind: 'ms', heights: 'hpa' } as const;
const valuesOf = (rows: ReturnType<typeof indexRows>) =>
  Object.fromEntries(rows.map(({ name, value, reason }) => [name, value ?? reason]));

test('a sounding from the ground has every index, in the chosen units', () => {
  const sounding = soundingBetween(0, 14_000);
  const rows = valuesOf(indexRows({ sounding, parcel: 'mixed', ...units }));
  expect(rows).toMatchObject({
    CAPE: expect.stringMatching(/^[\d,]+ J\/kg$/),
    LCL: expect.stringMatching(/^\d+ hPa$/),
    'Shear 0–6 km': '12 m/s',
    'Precipitable water': expect.stringMatching(/^[\d.]+ mm$/),
  });
  const inOtherUnits = valuesOf(indexRows({ sounding, parcel: 'mixed', wind: 'kt', heights: 'km' }));
  expect(inOtherUnits).toMatchObject({ LCL: expect.stringMatching(/ km$/), 'Shear 0–6 km': '23 kt' });
});

test('a leg above the ground has one row with the reason for all indices that need the ground', () => {
  const rows = valuesOf(indexRows({ sounding: soundingBetween(4000, 14_000), parcel: 'mixed', ...units }));
  expect(rows['Shear 0–6 km, storm motion, helicity 0–1 km, helicity 0–3 km']).toMatch(/^No data below/);
  expect(rows.LCL).toMatch(/hPa$/);
});

test('without humidity, parcels and water share one row with the reason', () => {
  const rows = valuesOf(
    indexRows({ sounding: soundingBetween(0, 14_000, null), parcel: 'lowest', ...units }),
  );
  expect(rows['CAPE, CIN, LCL, LFC, EL, precipitable water']).toMatch(/humidity/i);
  expect(rows['Shear 0–6 km']).toBe('12 m/s');
});
