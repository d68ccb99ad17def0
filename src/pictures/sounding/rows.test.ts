import { describe, expect, test } from 'vitest';
import { row } from '../../../test/helpers/observation-rows.ts';
import { checkRows, RejectionCounts, type SoundingRow } from './rows.ts';

const checked = (...rows: SoundingRow[]) => {
  const tally = new RejectionCounts();
  return { rows: checkRows(rows, tally), rejections: tally.list() };
};
const left = (reason: string, what = 'row', count = 1) => [{ what, reason, count }];

describe('rows', () => {
  test('are sorted by time', () => {
    const { rows, rejections } = checked(
      row({ timestamp: 30 }),
      row({ timestamp: 10 }),
      row({ timestamp: 20 }),
    );
    expect(rows.map(({ timeSeconds }) => timeSeconds)).toEqual([10, 20, 30]);
    expect(rejections).toEqual([]);
  });

  test('replace earlier rows with the same id or time', () => {
    const ids = checked(
      row({ id: 'a', timestamp: 10, temperature: 1 }),
      row({ id: 'a', timestamp: 10, temperature: 2 }),
    );
    expect(ids.rows).toMatchObject([{ celsius: 2 }]);
    expect(ids.rejections).toEqual(left('sent again'));
    const times = checked(row({ timestamp: 10, temperature: 1 }), row({ timestamp: 10, temperature: 2 }));
    expect(times.rows).toMatchObject([{ celsius: 2 }]);
    expect(times.rejections).toEqual(left('sent again'));
  });

  test('keep null as null', () => {
    const empty = { pressure: null, temperature: null, humidity: null, speed_u: null, latitude: null };
    const { rows, rejections } = checked(row(empty));
    expect(rows).toMatchObject([
      { pressureHpa: null, celsius: null, humidityPercent: null, wind: null, position: null },
    ]);
    expect(rejections).toEqual([]);
  });

  test.each([
    ['impossible altitude', { altitude: 40_001 }],
    ['impossible altitude', { altitude: -501 }],
    ['no altitude', { altitude: null }],
    ['impossible pressure', { pressure: 0 }],
    ['impossible pressure', { pressure: 1101 }],
    ['impossible temperature', { temperature: -252.5 }],
    ['impossible temperature', { temperature: Number.NaN }],
    ['impossible temperature', { temperature: '12' as unknown as number }],
    ['no time', { timestamp: Number.POSITIVE_INFINITY }],
  ])('are left out and counted: %s %j', (reason, values) => {
    const { rows, rejections } = checked(row(values));
    expect(rows).toEqual([]);
    expect(rejections).toEqual(left(reason));
  });

  test.each([
    ['impossible humidity', 'humidity', { humidity: 0 }, { humidityPercent: null }],
    ['impossible humidity', 'humidity', { humidity: 106 }, { humidityPercent: null }],
    ['impossible wind', 'wind', { speed_v: 200 }, { wind: null }],
    ['impossible position', 'position', { latitude: 91 }, { position: null }],
  ])('stay when only %s makes them doubtful', (reason, what, values, without) => {
    const { rows, rejections } = checked(row(values));
    expect(rows).toMatchObject([{ celsius: 10, pressureHpa: 1000, ...without }]);
    expect(rejections).toEqual(left(reason, what));
  });

  test.each([0, 1, 2, 3])(
    'are left out where one jumps away from all the others: row %i of four',
    (jumping) => {
      const altitudes = [100, 120, 140, 160].map((metres, index) => (index === jumping ? 30_000 : metres));
      const { rows, rejections } = checked(
        ...altitudes.map((altitude, index) => row({ timestamp: 10 * index, altitude })),
      );
      expect(rows.map(({ altitudeMetres }) => altitudeMetres)).not.toContain(30_000);
      expect(rows).toHaveLength(3);
      expect(rejections).toEqual(left('altitude jumps'));
    },
  );

  test('are kept after a gap in the flight', () => {
    const { rows } = checked(
      row({ timestamp: 0, altitude: 0 }),
      row({ timestamp: 3600, altitude: 9000 }),
      row({ timestamp: 3610, altitude: 9020 }),
    );
    expect(rows).toHaveLength(3);
  });
});
