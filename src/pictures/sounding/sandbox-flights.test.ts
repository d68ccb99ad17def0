import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxFlights } from '../../../test/helpers/sandbox-flights.ts';
import { type Leg, listLegs } from './legs.ts';
import { type Sounding, soundingOf } from './sounding.ts';

let flights: SandboxFlights;
beforeAll(async () => {
  flights = await SandboxFlights.open();
});
afterAll(() => flights.close());

describe('the flights of the sandbox', () => {
  it('split into legs, all of them: up to 11 km and more, down to 7 km and less', async () => {
    const names = await flights.names();
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const legs = listLegs(await flights.track(name));
      expect(legs.map(({ direction }) => direction)).toEqual(
        legs.map((_, index) => (index % 2 === 0 ? 'up' : 'down')),
      );
      // A turn may be a step of the track away: at 3 m/s, 1800 m.
      const isWhole = ({ direction, end, isSoFar }: Leg) =>
        isSoFar ||
        (direction === 'up' ? end.altitudeMetres > 11_000 - 1800 : end.altitudeMetres < 7000 + 1800);
      expect(legs.filter((leg) => !isWhole(leg))).toEqual([]);
    }
  });

  it('turn where the rows of both legs say, to the row', async () => {
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
      expect(sounding.leftOut.filter(({ reason }) => reason !== 'outside the leg')).toEqual([]);
      soundings.push(sounding);
    }
    soundings.slice(1).forEach(({ leg }, index) => {
      expect(leg.begin).toEqual(soundings[index]!.leg.end);
    });
    expect(soundings.map(({ leg }) => leg.groundMetres)).toEqual([0, null, null, null]);
    expect(soundings[0]!.indices.shear6km).toHaveProperty('u');
    expect(soundings[1]!.indices.shear6km).toHaveProperty('unavailable');
  });
});
