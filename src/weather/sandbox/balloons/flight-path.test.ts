import { describe, expect, test } from 'vitest';
import { wrapLongitude } from '../../../pictures/sounding/math.ts';
import { earthRadiusMetres, gravity } from '../../../pictures/sounding/thermodynamics.ts';
import { dayMs, hourMs, minuteMs } from '../../../time.ts';
import { levelAtAltitude, valueAt } from '../atmosphere/atmosphere.ts';
import { placeAt } from '../atmosphere/geometry.ts';
import { elevationMetres } from '../atmosphere/land.ts';
import { archiveStartMs, radiansPerDegree } from '../atmosphere/planet.ts';
import { truthAt } from '../forecasts/forecast-snapshots.ts';
import { positionAt, predictDrift } from './flight-path.ts';
import { altitudeMetres, findMission, listFlyingMissions } from './missions.ts';

const nowMs = Date.UTC(2026, 10, 15, 3, 7, 20);
const flying = listFlyingMissions(nowMs);

describe('balloons', () => {
  test('move from one observation to the next with the wind of the atmosphere', () => {
    for (const mission of flying.slice(0, 12)) {
      const timeMs = Math.min(nowMs, mission.launchMs + 3 * dayMs);
      if (timeMs < mission.launchMs + hourMs) continue;
      const before = positionAt(mission, timeMs - 5000);
      const after = positionAt(mission, timeMs + 5000);
      const here = positionAt(mission, timeMs);
      const place = placeAt(here.latitude, here.longitude);
      const level = levelAtAltitude(truthAt(timeMs), place, here.altitude);
      const metresEast =
        wrapLongitude(after.longitude - before.longitude) *
        radiansPerDegree *
        earthRadiusMetres *
        place.parallel.cos;
      const metresNorth = (after.latitude - before.latitude) * radiansPerDegree * earthRadiusMetres;
      expect(Math.abs(metresEast / 10 - valueAt('wind_u', truthAt(timeMs), level, place))).toBeLessThan(1);
      expect(Math.abs(metresNorth / 10 - valueAt('wind_v', truthAt(timeMs), level, place))).toBeLessThan(1);
    }
  });

  test('climb and descend at 1 to 3 m/s', () => {
    for (const mission of flying) {
      let from = mission.plan[0]!;
      for (const to of mission.plan.slice(1)) {
        const rate = Math.abs(to.metres - from.metres) / (to.seconds - from.seconds);
        from = to;
        expect(rate).toBeGreaterThan(0.99);
        expect(rate).toBeLessThan(3.01);
      }
    }
  });

  test('fly about 50 at a time, from the first day of the archive on', () => {
    for (const timeMs of [archiveStartMs, Date.UTC(2025, 5, 1), nowMs]) {
      expect(listFlyingMissions(timeMs).length).toBeGreaterThan(40);
      expect(listFlyingMissions(timeMs).length).toBeLessThan(62);
    }
  });

  test('have a pressure that fits their altitude', () => {
    const place = placeAt(40, -100);
    for (const metres of [100, 3000, 9000, 18_000]) {
      const level = levelAtAltitude(truthAt(nowMs), place, metres);
      expect(valueAt('geopotential', truthAt(nowMs), level, place) / gravity).toBeCloseTo(metres, 1);
    }
  });

  test('are found by id and by name, only once launched', () => {
    const mission = flying[0]!;
    expect(findMission(mission.id, nowMs)).toBe(mission);
    expect(findMission(mission.name, nowMs)).toBe(mission);
    expect(findMission(mission.name, mission.launchMs - 1)).toBeUndefined();
    expect(
      findMission(
        mission.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        nowMs,
      ),
    ).toBeUndefined();
    for (const unknown of ['', 'W-1', 'W-99999999', '../x', 'ffffffff-0000-4000-8000-000000000000']) {
      expect(findMission(unknown, nowMs)).toBeUndefined();
    }
  });

  test('land on the ground, whatever its height is', () => {
    for (const mission of flying) expect(altitudeMetres(mission, mission.endMs, 700)).toBe(700);
  });

  test('rise from the ground and stay above it', () => {
    let near = 0;
    for (const mission of flying) {
      const { latitude, longitude } = mission.site;
      expect(positionAt(mission, mission.launchMs).altitude).toBeCloseTo(
        elevationMetres(latitude, longitude),
        3,
      );
      const lastMs = Math.min(nowMs, mission.endMs);
      for (let timeMs = mission.launchMs; timeMs < lastMs; timeMs += 2 * minuteMs) {
        const here = positionAt(mission, timeMs);
        const above = here.altitude - elevationMetres(here.latitude, here.longitude);
        expect(above).toBeGreaterThan(-1e-6);
        if (above < 200) near++;
      }
    }
    expect(near).toBeGreaterThan(50);
  });

  test('are predicted where they will be, if the forecast is right', () => {
    const mission = flying.find(
      ({ launchMs, endMs }) => launchMs < nowMs - dayMs && endMs > nowMs + 2 * dayMs,
    )!;
    const fromMs = Math.floor(nowMs / (10 * minuteMs)) * 10 * minuteMs;
    for (const predicted of predictDrift(mission, fromMs, truthAt)) {
      if (predicted.timeMs > fromMs + dayMs) break;
      const real = positionAt(mission, predicted.timeMs);
      expect(predicted.latitude).toBeCloseTo(real.latitude, 6);
      expect(wrapLongitude(predicted.longitude - real.longitude)).toBeCloseTo(0, 6);
    }
  });
});
