import type { Coordinates } from '../../api/data-api.ts';
import type { CyclonePoint } from '../../api/forecast-api.ts';
import { describeCyclones } from '../cyclone-tracks.ts';
import { regionName } from '../earth/regions.ts';
import { formatTime, windDirectionDegrees } from '../format.ts';
import { gridCoordinatesAt, gridValueAt } from '../grid.ts';
import type { Grid } from '../picture.ts';
import { type WindGrids, windAt } from './wind-lines.ts';

/** Weather of one moment, to be laid over a map. */
export type Overlay =
  | { kind: 'wind300'; timeMs: number; wind: WindGrids }
  | { kind: 'rain'; timeMs: number; grid: Grid }
  | { kind: 'pressure'; timeMs: number; grid: Grid }
  /** Where they will go by a forecast. */
  | { kind: 'cyclones'; timeMs: number; tracks: Record<string, CyclonePoint[]> };

export type OverlayKind = Overlay['kind'];

/** "43 m/s", in the unit that is chosen. */
type FormatSpeed = (metresPerSecond: number) => string;

/** Less is no rain. */
const minRainMm = 0.1;

/** What an overlay shows, of when, and where it is strongest. */
export function describeOverlay(overlay: Overlay, speed: FormatSpeed): string {
  const time = formatTime(overlay.timeMs);
  switch (overlay.kind) {
    case 'wind300': {
      const { u, v } = overlay.wind;
      const most = findExtreme({
        ...u,
        values: u.values.map((each, index) => Math.hypot(each, v.values[index]!)),
      });
      return `Wind at 300 hPa, ${time}: strongest ${speed(most.value)}, ${most.region}.`;
    }
    case 'rain': {
      const most = findExtreme(overlay.grid);
      const amount = most.value < minRainMm ? 'none' : `up to ${most.value.toFixed(1)} mm, ${most.region}`;
      return `Rain in the hour before ${time}: ${amount}.`;
    }
    case 'pressure': {
      const [least, most] = [findExtreme(overlay.grid, -1), findExtreme(overlay.grid)];
      return `Pressure at sea level, ${time}: from ${Math.round(least.value)} hPa, ${least.region}, to ${Math.round(most.value)} hPa, ${most.region}.`;
    }
    case 'cyclones':
      return describeCyclones(overlay.tracks);
  }
}

/** The value that is greatest, or least, and where. */
function findExtreme(grid: Grid, sign: 1 | -1 = 1): { value: number; region: string } {
  let best = 0;
  for (const [index, value] of grid.values.entries())
    if (sign * value > sign * grid.values[best]! || !Number.isFinite(grid.values[best]!)) best = index;
  return { value: grid.values[best]!, region: regionName(gridCoordinatesAt(grid, best)) };
}

/** What it says of one place, a few words. Cyclones say nothing of places. */
export function describeOverlayAt(overlay: Overlay, at: Coordinates, speed: FormatSpeed): string | undefined {
  switch (overlay.kind) {
    case 'wind300': {
      const wind = windAt(overlay.wind, at);
      return `wind at 300 hPa ${Math.round(windDirectionDegrees(wind)) % 360}° ${speed(Math.hypot(wind.u, wind.v))}`;
    }
    case 'rain': {
      const mm = gridValueAt(overlay.grid, at);
      return mm < minRainMm ? 'no rain' : `rain ${mm.toFixed(1)} mm`;
    }
    case 'pressure':
      return `${Math.round(gridValueAt(overlay.grid, at))} hPa at sea level`;
    case 'cyclones':
      return undefined;
  }
}
