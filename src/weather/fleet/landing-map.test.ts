import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bestTurnMs, turnMsMax } from '../../../test/helpers/longest-turn.ts';
import { createWeatherApp, nowMs, type WeatherApp } from '../../../test/helpers/weather-app.ts';
import type { LandingMap } from '../../content/contract.ts';
import { drawFleetOf } from './drawn-fleet.ts';
import { FleetFeed } from './fleet-feed.ts';

let weather: WeatherApp;
let drawn: LandingMap;
let clockMs = nowMs;
const feed = new FleetFeed(() => clockMs);
beforeAll(async () => {
  weather = await createWeatherApp(() => clockMs);
  drawn = await drawFleetOf(feed);
});
afterAll(() => weather.app.close());

describe('the picture of the fleet', () => {
  it('says of itself what the API says', async () => {
    const { missions } = (await weather.app.inject('/api/v1/missions.json')).json();
    const path = `/api/v1/missions/${missions[0].id}/flight_data.json`;
    const { flight_data } = (await weather.app.inject(path)).json();
    const time = flight_data.at(-1).time.slice(11, 16);
    expect(drawn.caption).toBe(`${missions.length} balloons in the air, wind at 300 hPa, ${time} UTC`);
  });

  it('is light: at most 40 kB, 14 kB compressed', () => {
    expect(drawn.picture.length).toBeLessThan(40_000);
    expect(brotliCompressSync(drawn.picture).length).toBeLessThan(14_000);
  });

  it('takes its colours from the page and needs nothing else', () => {
    const colours = [...drawn.picture.matchAll(/ (?:stroke|fill)="([^"]*)"/g)].map(([, colour]) => colour);
    expect(colours.filter((colour) => colour !== 'none' && !colour?.startsWith('var(--'))).toEqual([]);
    expect(drawn.picture).not.toMatch(/<script| id=| on\w+=|href|style=|NaN|undefined/);
    expect(drawn.picture).toContain('aria-hidden="true"');
  });

  it('draws land across the date line on both sides, and no line across the map', () => {
    const coast = / fill="var\(--drawn-land\)"[^>]* d="([^"]*)"/.exec(drawn.picture)![1]!;
    const rings = coast
      .split('M')
      .slice(1)
      .map((ring) => (ring.match(/-?\d+/g) ?? []).map(Number));
    const steps = rings.flatMap((ring) => ring.slice(2).map(Math.abs));
    expect(steps.length).toBeGreaterThan(1000);
    expect(Math.max(...steps)).toBeLessThan(200);
    const xs = rings.flatMap((ring) => {
      let x = 0;
      return ring.filter((_, index) => index % 2 === 0).map((step) => (x += step));
    });
    expect(Math.min(...xs)).toBeLessThan(0);
    expect(Math.max(...xs)).toBeGreaterThan(1440);
  });

  it('is drawn without keeping the thread from others, and is another ten minutes later', async () => {
    let next: LandingMap | undefined;
    const attempt = async () => {
      next = await drawFleetOf(feed);
    };
    clockMs += 600_000;
    await feed.read();
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(turnMsMax);
    expect(next!.picture).not.toBe(drawn.picture);
  });
});
