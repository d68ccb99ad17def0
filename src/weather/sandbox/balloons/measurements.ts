import { secondMs } from '../../../time.ts';
import { fillMoistureRow, valueAt } from '../atmosphere/atmosphere.ts';
import { bellChance, chanceUses } from '../atmosphere/chance.ts';
import { movingPlace } from '../atmosphere/geometry.ts';
import { relativeHumidity, specificHumidity } from '../atmosphere/humidity.ts';
import { clamp, zeroCelsiusKelvin } from '../atmosphere/planet.ts';
import { levelAtAltitude } from '../atmosphere/pressure.ts';
import { truthAt } from '../forecasts/weather.ts';
import { positionAt } from './drift.ts';
import type { Mission } from './missions.ts';

/** What a balloon reports: degrees, m, %, hPa, mg/kg, m/s, Celsius. */
export interface Measurement {
  timeMs: number;
  latitude: number;
  longitude: number;
  altitude: number;
  humidity: number;
  pressure: number;
  specificHumidity: number;
  speedU: number;
  speedV: number;
  temperature: number;
}

const balloonPlace = movingPlace();
const moisture = new Float64Array(1);

/** The truth at the balloon, and what instruments make of it. */
export function measure(mission: Mission, timeMs: number): Measurement {
  const { latitude, longitude, altitude } = positionAt(mission, timeMs);
  const place = balloonPlace(latitude, longitude);
  const snapshot = truthAt(timeMs);
  const level = levelAtAltitude(snapshot, place, altitude);
  fillMoistureRow(snapshot, place.parallel, place.meridians, moisture);
  const noise = (use: number) => bellChance(chanceUses.noise, mission.number, timeMs / secondMs, use);
  const temperature = valueAt('temperature', snapshot, level, place) - zeroCelsiusKelvin + 0.15 * noise(0);
  const relative = clamp(relativeHumidity(moisture[0]!, level.pressureHpa) + 0.012 * noise(1), 0.005, 1);
  return {
    timeMs,
    latitude,
    longitude,
    altitude,
    humidity: 100 * relative,
    pressure: level.pressureHpa + 0.1 * noise(2),
    specificHumidity: 1e6 * specificHumidity(relative, temperature, level.pressureHpa),
    speedU: valueAt('wind_u', snapshot, level, place) + 0.2 * noise(3),
    speedV: valueAt('wind_v', snapshot, level, place) + 0.2 * noise(4),
    temperature,
  };
}

/** The mean of some of the measurements around a moment, at the place of that moment. */
export function measureMean(mission: Mission, timeMs: number, offsetsMs: readonly number[]): Measurement {
  const near = offsetsMs.map((offsetMs) => measure(mission, timeMs + offsetMs));
  const mean = (read: (measurement: Measurement) => number) =>
    near.reduce((sum, measurement) => sum + read(measurement), 0) / near.length;
  return {
    timeMs,
    ...positionAt(mission, timeMs),
    humidity: mean((each) => each.humidity),
    pressure: mean((each) => each.pressure),
    specificHumidity: mean((each) => each.specificHumidity),
    speedU: mean((each) => each.speedU),
    speedV: mean((each) => each.speedV),
    temperature: mean((each) => each.temperature),
  };
}
