import { hourMs } from '../time.ts';

export const maxForecastHour = 360;
/** Later hours of a run are `lateStepHours` apart. */
export const hourlyUntil = 120;
export const lateStepHours = 6;
const toleranceHours = 1;

/** Hourly to 120, then every 6 hours to 360. */
export const forecastHours: readonly number[] = Array.from(
  { length: maxForecastHour + 1 },
  (_, hour) => hour,
).filter((hour) => hour <= hourlyUntil || hour % lateStepHours === 0);

/** The forecast hour of one of these runs, newest first, that is nearest to a time and at most an hour away. */
export function nearestForecastHour(
  runsMs: readonly number[],
  timeMs: number,
  exists: (runMs: number, hour: number) => boolean = () => true,
): { runMs: number; hour: number } | undefined {
  let found: { runMs: number; hour: number } | undefined;
  let leastAway = toleranceHours + 1e-9;
  for (const runMs of runsMs) {
    const lead = (timeMs - runMs) / hourMs;
    const whole = Math.floor(lead);
    for (const hour of [whole, whole + 1, whole - 1].filter((each) => forecastHours.includes(each))) {
      const away = Math.abs(lead - hour);
      if (away >= leastAway || !exists(runMs, hour)) continue;
      leastAway = away;
      found = { runMs, hour };
    }
  }
  return found;
}
