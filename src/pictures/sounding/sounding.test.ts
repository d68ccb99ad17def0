import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goldenSoundings } from '../../../test/helpers/golden-soundings.ts';
import { flightRows, row } from '../../../test/helpers/observation-rows.ts';
import { SandboxFlights } from '../../../test/helpers/sandbox-flights.ts';
import { describeSounding } from '../skew-t.ts';
import { type Leg, legFrom, listLegs } from './legs.ts';
import type { Level } from './levels.ts';
import { interpolate } from './math.ts';
import type { SoundingRow } from './rows.ts';
import { type Sounding, soundingOf } from './sounding.ts';
import { saturationHpa } from './thermodynamics.ts';

function requireSounding(rows: SoundingRow[], leg?: Leg): Sounding {
  const sounding = soundingOf(rows, leg);
  if ('unavailable' in sounding) throw new Error(sounding.unavailable);
  return sounding;
}

/** A leg as a track of ten-minute steps shows it: both turns are minutes off. */
const legOf = (beginSeconds: number, beginMetres: number, endSeconds: number, endMetres: number): Leg =>
  legFrom(
    { timeSeconds: beginSeconds, altitudeMetres: beginMetres, position: null },
    { timeSeconds: endSeconds, altitudeMetres: endMetres, position: null },
  );

describe('a sounding', () => {
  test('covers the requested leg from turn to turn', () => {
    const down = flightRows({ fromMetres: 9000, toMetres: 4000, beginSeconds: 10_000 });
    const up = flightRows({ fromMetres: 4050, toMetres: 12_000, beginSeconds: 11_010 });
    const after = flightRows({ fromMetres: 11_950, toMetres: 11_000, beginSeconds: 12_610 });
    const { leg, rejections, levels } = requireSounding(
      [...up, ...after, ...down],
      legOf(11_400, 6000, 12_300, 10_500),
    );
    expect(leg).toMatchObject({
      direction: 'up',
      begin: { altitudeMetres: 4000 },
      end: { altitudeMetres: 12_000 },
      groundMetres: null,
    });
    expect(levels).toHaveLength(81);
    expect(rejections).toMatchObject([{ reason: 'outside the leg' }]);
  });

  test('covers the longest leg in the rows if no leg is requested', () => {
    const up = flightRows({ fromMetres: 5000, toMetres: 12_000, beginSeconds: 1000 });
    const down = flightRows({ fromMetres: 11_950, toMetres: 2000, beginSeconds: 2410 });
    const { leg } = requireSounding([...up, ...down]);
    expect(leg).toMatchObject({ direction: 'down', end: { altitudeMetres: 2000 } });
  });

  test('continues beyond the track while the balloon is in the same leg', () => {
    const rows = flightRows({ fromMetres: 5000, toMetres: 12_000, beginSeconds: 1000 });
    const soFar = { ...legOf(1000, 5000, 1300, 6500), isOngoing: true };
    expect(requireSounding(rows, soFar).leg).toMatchObject({
      end: { altitudeMetres: 12_000 },
      isOngoing: true,
    });
    // A leg that has ended does not, save for the step in which it turned.
    expect(requireSounding(rows, { ...soFar, isOngoing: false }).leg.end.timeSeconds).toBe(1900);
  });

  test('is of the leg that goes the same way, however little of it has arrived', () => {
    const up = flightRows({ fromMetres: 5000, toMetres: 8000, beginSeconds: 1000 });
    const down = flightRows({ fromMetres: 7950, toMetres: 7500, beginSeconds: 1610 });
    const soFar = { ...legOf(1200, 6000, 2400, 4000), isOngoing: true };
    expect(requireSounding([...up, ...down], soFar).leg).toMatchObject({
      direction: 'down',
      begin: { altitudeMetres: 8000 },
      end: { altitudeMetres: 7500 },
    });
  });

  test('knows the ground at a launch and near the sea, and nowhere else', () => {
    const ground = (fromMetres: number, toMetres: number, launchMetres?: number) =>
      requireSounding(
        flightRows({ fromMetres, toMetres, beginSeconds: 1000 }),
        launchMetres === undefined
          ? undefined
          : { ...legOf(1000, fromMetres, 5000, toMetres), groundMetres: launchMetres },
      ).leg.groundMetres;
    expect(ground(1650, 15_000, 1640)).toBe(1640);
    expect(ground(12_000, 150)).toBe(150);
    expect(ground(12_000, 350)).toBeNull();
    expect(ground(4000, 12_000, 0)).toBeNull();
  });

  test('of a leg aloft has no value of the surface or a mixed layer, and says why', () => {
    const { indices, parcels } = requireSounding(flightRows({ fromMetres: 4210, toMetres: 15_000 }));
    const { mixed, lowest } = parcels;
    for (const missing of [mixed, lowest, indices.shear1km, indices.stormMotion, indices.lapseRate3km])
      expect(missing).toEqual({
        unavailable:
          "This leg isn't known to come closer than 300 m to the ground: its data begin at {4235.0} above sea level.",
      });
    expect(indices.precipitableWater).toMatchObject({ unit: 'mm', fromMetres: 4210 });
    expect(parcels.mostUnstable).toMatchObject({ start: { altitudeMetres: expect.any(Number) } });
    expect('start' in parcels.mostUnstable && parcels.mostUnstable.start.altitudeMetres).toBeGreaterThan(
      4200,
    );
  });

  test('has no surface parcel if humidity was measured only high above the ground', () => {
    const rows = flightRows({
      fromMetres: 0,
      toMetres: 15_000,
      measure: (metres) => (metres < 1500 ? { humidity: null } : {}),
    });
    expect(requireSounding(rows).parcels.lowest).toEqual({
      unavailable: 'No humidity data below {1525.0} above sea level.',
    });
  });

  test('without pressure says that it is that of the standard atmosphere', () => {
    const rows = flightRows({ fromMetres: 0, toMetres: 15_000, measure: () => ({ pressure: null }) });
    const sounding = requireSounding(rows);
    expect(sounding.remarks).toContain(
      'No pressure was measured, so it is taken from the standard atmosphere.',
    );
    expect(describeSounding(sounding)).toContain('Pressure is that of the standard atmosphere.');
    expect(describeSounding(requireSounding(flightRows({ fromMetres: 0, toMetres: 15_000 })))).not.toContain(
      'standard atmosphere',
    );
  });

  test('without humidity has temperature and wind, and says what it cannot tell', () => {
    const dry = flightRows({ fromMetres: 0, toMetres: 15_000, measure: () => ({ humidity: null }) });
    const { parcels, indices, levels, remarks } = requireSounding(dry);
    for (const index of [...Object.values(parcels), indices.precipitableWater])
      expect(index).toEqual({ unavailable: 'No humidity data.' });
    expect(indices.tropopause).toHaveProperty('altitudeMetres');
    expect(levels.every(({ celsius, wind }) => celsius !== null && wind !== null)).toBe(true);
    expect(remarks).toContain('No humidity data.');
  });

  test('has a remark about where sensors failed', () => {
    const broken = flightRows({
      fromMetres: 0,
      toMetres: 12_000,
      measure: (metres) => (metres > 2000 && metres < 4500 ? { humidity: null, pressure: null } : {}),
    });
    const { parcels, indices, remarks } = requireSounding(broken);
    expect(parcels.lowest).toMatchObject({
      condensation: { celsius: expect.any(Number) },
      cape: { unavailable: expect.stringContaining('data end at {2025.0}') },
    });
    expect(indices.precipitableWater).toMatchObject({ toMetres: 2025 });
    expect(remarks).toEqual([
      'Pressure is missing in 24 of 121 layers and was computed from heights and temperatures.',
      'Humidity is missing in 24 of 121 layers.',
      'At {2025.0}–{4525.0} above sea level there are too few data, so parcels and precipitable water end there.',
      'Humidity sensors read too dry below −40 °C: no parcel starts there, and dew points are doubtful.',
    ]);
  });

  test.each([
    ['no rows', [], 'No usable observations.'],
    ['one row', [row()], 'two or more heights'],
    ['rows at one height', [row(), row({ timestamp: 2 })], 'two or more heights'],
    [
      'rows without measurements',
      flightRows({ fromMetres: 0, toMetres: 9000, measure: () => ({ temperature: null, speed_u: null }) }),
      'two or more heights',
    ],
    [
      'a pressure that never falls',
      flightRows({ fromMetres: 0, toMetres: 9000, measure: () => ({ pressure: 1000 }) }),
      'two or more heights',
    ],
  ])('is a sentence from %s', (_, rows, sentence) => {
    expect(soundingOf(rows)).toMatchObject({ unavailable: expect.stringContaining(sentence) });
  });
});

/** The same every time, and nearly a bell: -1.5 to 1.5. */
function noise(index: number, use: number): number {
  const part = (n: number) => {
    const x = Math.sin(12.9898 * (3 * index + n) + 78.233 * use) * 43_758.5453;
    return x - Math.floor(x);
  };
  return part(0) + part(1) + part(2) - 1.5;
}

/** What a balloon at 5 m/s would send from a ground at sea level, a row every 10 seconds, with instruments this good. */
function rowsThrough(levels: readonly Level[], share: number): SoundingRow[] {
  const [bottom, top] = [levels[0]!.altitudeMetres, levels.at(-1)!.altitudeMetres];
  return Array.from({ length: Math.floor((top - bottom) / 50) }, (_, index) => {
    const altitude = bottom + 50 * index;
    const above = levels.findIndex(({ altitudeMetres }) => altitudeMetres > altitude);
    const [low, high] = [levels[above - 1]!, levels[above]!];
    const part = (altitude - low.altitudeMetres) / (high.altitudeMetres - low.altitudeMetres);
    const at = (read: (level: Level) => number) => interpolate(read(low), read(high), part);
    const temperature = at(({ celsius }) => celsius!);
    const relative =
      saturationHpa(at(({ dewPointCelsius }) => dewPointCelsius!)) / saturationHpa(temperature);
    return row({
      timestamp: 10 * index,
      altitude: altitude - bottom,
      pressure: Math.exp(at(({ pressureHpa }) => Math.log(pressureHpa))) + share * 0.2 * noise(index, 0),
      temperature: temperature + share * 0.3 * noise(index, 1),
      humidity: Math.min(100, Math.max(0.5, 100 * relative + share * 2.4 * noise(index, 2))),
    });
  });
}

function capeOf(rows: SoundingRow[]): number {
  const sounding = soundingOf(rows);
  if ('unavailable' in sounding) throw new Error(sounding.unavailable);
  const { mixed } = sounding.parcels;
  if ('unavailable' in mixed || 'unavailable' in mixed.cape) throw new Error('There is no CAPE.');
  return mixed.cape.value;
}

describe.each(goldenSoundings.filter(({ expected }) => expected.lowest.cape > 1000))(
  '$name',
  ({ levels }) => {
    test('has within 5 % and 30 J/kg the same CAPE from noisy rows as from exact ones', () => {
      const exact = capeOf(rowsThrough(levels, 0));
      expect(exact).toBeGreaterThan(300);
      expect(Math.abs(capeOf(rowsThrough(levels, 1)) - exact)).toBeLessThan(30 + 0.05 * exact);
    });
  },
);

let flights: SandboxFlights;
beforeAll(async () => {
  flights = await SandboxFlights.open();
});
afterAll(() => flights.close());

describe('the flights of the sandbox', () => {
  test('split into legs, all of them: up to 11 km and more, down to 7 km and less', async () => {
    const names = await flights.names();
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const legs = listLegs(await flights.track(name));
      expect(legs.map(({ direction }) => direction)).toEqual(
        legs.map((_, index) => (index % 2 === 0 ? 'up' : 'down')),
      );
      // A turn may be a step of the track away: at 3 m/s, 1800 m.
      const isWhole = ({ direction, end, isOngoing }: Leg) =>
        isOngoing ||
        (direction === 'up' ? end.altitudeMetres > 11_000 - 1800 : end.altitudeMetres < 7000 + 1800);
      expect(legs.filter((leg) => !isWhole(leg))).toEqual([]);
    }
  });

  test('turn at the exact row on which both legs agree', async () => {
    const [name] = await flights.names();
    const legs = listLegs(await flights.track(name!));
    const soundings: Sounding[] = [];
    for (const leg of legs.slice(0, 4)) {
      const rows = await flights.rows(name!, leg.begin.timeSeconds - 600, leg.end.timeSeconds + 600);
      const sounding = soundingOf(rows, leg);
      if ('unavailable' in sounding) throw new Error(sounding.unavailable);
      const { begin, end } = sounding.leg;
      const inside = rows.filter(
        ({ timestamp }) => timestamp > begin.timeSeconds && timestamp < end.timeSeconds,
      );
      const altitudes = inside.map(({ altitude }) => altitude!);
      expect(Math.min(...altitudes)).toBeGreaterThanOrEqual(
        Math.min(begin.altitudeMetres, end.altitudeMetres),
      );
      expect(Math.max(...altitudes)).toBeLessThanOrEqual(Math.max(begin.altitudeMetres, end.altitudeMetres));
      expect(sounding.rejections.filter(({ reason }) => reason !== 'outside the leg')).toEqual([]);
      soundings.push(sounding);
    }
    soundings.slice(1).forEach(({ leg }, index) => {
      expect(leg.begin).toEqual(soundings[index]!.leg.end);
    });
    expect(soundings.map(({ leg }) => leg.groundMetres)).toEqual([1150, null, null, null]);
    expect(soundings[0]!.indices.shear6km).toHaveProperty('u');
    expect(soundings[1]!.indices.shear6km).toHaveProperty('unavailable');
  });
});
