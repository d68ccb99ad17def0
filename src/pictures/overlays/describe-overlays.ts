import { timeWords } from '../axes.ts';
import { regionName } from '../earth/regions.ts';
import type { Grid } from '../grid.ts';
import type { Coordinates } from '../sphere.ts';
import { describeCyclones } from '../telling/describe-maps.ts';
import { directionDegrees } from '../words.ts';
import { coordinatesOn, valueOn } from './grid-value.ts';
import type { Overlay } from './overlay.ts';
import { windOn } from './wind-lines.ts';

/** "43 m/s", in the unit that is chosen. */
type SpeedWords = (metresPerSecond: number) => string;

/** Less is no rain. */
const DRY_MM = 0.1;

/** What an overlay shows, of when, and where it is strongest. */
export function describeOverlay(overlay: Overlay, speed: SpeedWords): string {
  const time = timeWords(overlay.timeMs);
  switch (overlay.kind) {
    case 'wind300': {
      const { u, v } = overlay.wind;
      const most = greatest({
        ...u,
        values: u.values.map((each, index) => Math.hypot(each, v.values[index]!)),
      });
      return `Wind at 300 hPa, ${time}: strongest ${speed(most.value)}, ${most.region}.`;
    }
    case 'rain': {
      const most = greatest(overlay.grid);
      const amount = most.value < DRY_MM ? 'none' : `up to ${most.value.toFixed(1)} mm, ${most.region}`;
      return `Rain in the hour before ${time}: ${amount}.`;
    }
    case 'pressure': {
      const [least, most] = [greatest(overlay.grid, -1), greatest(overlay.grid)];
      return `Pressure at sea level, ${time}: from ${Math.round(least.value)} hPa, ${least.region}, to ${Math.round(most.value)} hPa, ${most.region}.`;
    }
    case 'cyclones':
      return describeCyclones(overlay.tracks);
  }
}

/** The value that is greatest, or least, and where. */
function greatest(grid: Grid, sign: 1 | -1 = 1): { value: number; region: string } {
  let best = 0;
  for (const [index, value] of grid.values.entries())
    if (sign * value > sign * grid.values[best]! || !Number.isFinite(grid.values[best]!)) best = index;
  return { value: grid.values[best]!, region: regionName(coordinatesOn(grid, best)) };
}

/** What it says of one place, a few words. Cyclones say nothing of places. */
export function overlayWordsAt(overlay: Overlay, at: Coordinates, speed: SpeedWords): string | undefined {
  switch (overlay.kind) {
    case 'wind300': {
      const wind = windOn(overlay.wind, at);
      return `wind at 300 hPa ${Math.round(directionDegrees(wind)) % 360}° ${speed(Math.hypot(wind.u, wind.v))}`;
    }
    case 'rain': {
      const mm = valueOn(overlay.grid, at);
      return mm < DRY_MM ? 'no rain' : `rain ${mm.toFixed(1)} mm`;
    }
    case 'pressure':
      return `${Math.round(valueOn(overlay.grid, at))} hPa at sea level`;
    case 'cyclones':
      return undefined;
  }
}
