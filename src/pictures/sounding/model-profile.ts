import type { Coordinates } from '../../api/data-api.ts';
import { type ProfileLevel, profileAt } from './comparison.ts';
import { findGap, type Level, levelsAround } from './levels.ts';
import { interpolate, wrapLongitude } from './math.ts';
import { dewPointCelsius, vapourHpa } from './thermodynamics.ts';

/** A level at which the forecast is compared with a balloon, and where and when the balloon was there. */
export interface ModelPoint extends Coordinates {
  /** hPa, one of the levels of the gridded forecasts. */
  pressure: number;
  forecast_hour: number;
}

/** The gridded forecast at a point, between the four nearest whole degrees. Names and units are those of the API. */
export interface ModelLevel extends ModelPoint {
  temperature: number;
  specific_humidity: number;
  wind_u: number;
  wind_v: number;
}

const hourSeconds = 3600;

/** Where and when the balloon was at each pressure: a leg drifts, so every level has a place and an hour of its own. */
export function modelPointsOf(
  levels: readonly Level[],
  runMs: number,
  pressuresHpa: readonly number[],
): ModelPoint[] {
  const placed = levels.flatMap((level) => (level.position ? [{ ...level, position: level.position }] : []));
  return pressuresHpa.flatMap((pressure) => {
    const around = levelsAround(placed, pressure);
    if (!around || (around.above.pressureHpa !== pressure && findGap([around.below, around.above])))
      return [];
    const { below, above, part } = around;
    const seconds = interpolate(below.timeSeconds, above.timeSeconds, part);
    return [
      {
        pressure,
        forecast_hour: Math.max(0, Math.round((seconds - runMs / 1000) / hourSeconds)),
        ...positionBetween(below.position, above.position, part),
      },
    ];
  });
}

/** The positions of neighbouring levels are close together, but may be on both sides of the date line. */
function positionBetween(from: Coordinates, to: Coordinates, part: number): Coordinates {
  const east = wrapLongitude(to.longitude - from.longitude);
  return {
    latitude: roundToHundredth(interpolate(from.latitude, to.latitude, part)),
    longitude: roundToHundredth(wrapLongitude(from.longitude + east * part)),
  };
}

const roundToHundredth = (degrees: number) => Math.round(degrees * 100) / 100;

/** A forecast as a profile from the bottom up, at the heights at which the balloon had its pressures. */
export function profileFromModel(
  model: readonly ModelLevel[],
  balloon: readonly ProfileLevel[],
): ProfileLevel[] {
  return model
    .toSorted((one, other) => other.pressure - one.pressure)
    .map(({ pressure, temperature, specific_humidity: share, wind_u: u, wind_v: v }) => ({
      pressureHpa: pressure,
      altitudeMetres: profileAt(balloon, pressure)?.altitudeMetres ?? Number.NaN,
      celsius: temperature,
      dewPointCelsius: share > 0 ? dewPointCelsius(vapourHpa(share / (1 - share), pressure)) : null,
      wind: { u, v },
    }));
}

const runSeconds = 6 * hourSeconds;
/** The hours of a run that a leg needs are ready this long after the start of the run. */
const readyAfterSeconds = 6 * hourSeconds;

/** The newest run before the leg whose hours are ready, or one that started `leadHours` earlier. */
export function runBefore(beginSeconds: number, nowMs: number, leadHours: number): number {
  const latest = Math.min(beginSeconds, nowMs / 1000 - readyAfterSeconds);
  return (Math.floor(latest / runSeconds) * runSeconds - leadHours * hourSeconds) * 1000;
}
