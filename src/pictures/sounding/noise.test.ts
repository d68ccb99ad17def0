import { describe, expect, it } from 'vitest';
import { goldenSoundings } from '../../../test/helpers/golden-soundings.ts';
import { row } from '../../../test/helpers/observation-rows.ts';
import { between, type Level } from './levels.ts';
import type { ObservationRow } from './rows.ts';
import { saturationHpa } from './saturation.ts';
import { soundingOf } from './sounding.ts';

/** The same every time, and nearly a bell: -1.5 to 1.5. */
function noise(index: number, use: number): number {
  const part = (n: number) => {
    const x = Math.sin(12.9898 * (3 * index + n) + 78.233 * use) * 43_758.5453;
    return x - Math.floor(x);
  };
  return part(0) + part(1) + part(2) - 1.5;
}

/** What a balloon at 5 m/s would send, a row every 10 seconds, with instruments this good. */
function rowsThrough(levels: readonly Level[], share: number): ObservationRow[] {
  const [bottom, top] = [levels[0]!.altitudeMetres, levels.at(-1)!.altitudeMetres];
  return Array.from({ length: Math.floor((top - bottom) / 50) }, (_, index) => {
    const altitude = bottom + 50 * index;
    const above = levels.findIndex(({ altitudeMetres }) => altitudeMetres > altitude);
    const [low, high] = [levels[above - 1]!, levels[above]!];
    const part = (altitude - low.altitudeMetres) / (high.altitudeMetres - low.altitudeMetres);
    const at = (read: (level: Level) => number) => between(read(low), read(high), part);
    const temperature = at(({ celsius }) => celsius!);
    const relative =
      saturationHpa(at(({ dewPointCelsius }) => dewPointCelsius!)) / saturationHpa(temperature);
    return row({
      timestamp: 10 * index,
      altitude,
      pressure: Math.exp(at(({ pressureHpa }) => Math.log(pressureHpa))) + share * 0.2 * noise(index, 0),
      temperature: temperature + share * 0.3 * noise(index, 1),
      humidity: Math.min(100, Math.max(0.5, 100 * relative + share * 2.4 * noise(index, 2))),
    });
  });
}

function capeOf(rows: ObservationRow[]): number {
  const sounding = soundingOf(rows);
  if ('unavailable' in sounding) throw new Error(sounding.unavailable);
  const { mixed } = sounding.parcels;
  if ('unavailable' in mixed || 'unavailable' in mixed.cape) throw new Error('There is no CAPE.');
  return mixed.cape.value;
}

describe.each(goldenSoundings.filter(({ expected }) => expected.lowest.cape > 1000))(
  '$name',
  ({ levels }) => {
    it('has within 5 % and 30 J/kg the same CAPE from noisy rows as from exact ones', () => {
      const exact = capeOf(rowsThrough(levels, 0));
      expect(exact).toBeGreaterThan(300);
      expect(Math.abs(capeOf(rowsThrough(levels, 1)) - exact)).toBeLessThan(30 + 0.05 * exact);
    });
  },
);
