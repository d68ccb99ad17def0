import type { Coordinates } from '../../api/data-api.ts';
import type { CyclonePoint } from '../../api/forecast-api.ts';
import { formatMinute } from '../../time.ts';
import { describeCyclones } from '../cyclone-tracks.ts';
import { regionName } from '../earth/regions.ts';
import { windDirection } from '../format.ts';
import { findExtremes, gridValueAt } from '../grid.ts';
import type { Grid } from '../picture.ts';
import { speedGrid, type WindGrids, windAt } from './wind-lines.ts';

/** Weather at one time that is drawn over a map. */
export type Overlay =
  | { kind: 'wind300'; timeMs: number; wind: WindGrids }
  | { kind: 'rain'; timeMs: number; grid: Grid }
  | { kind: 'pressure'; timeMs: number; grid: Grid }
  | { kind: 'cyclones'; timeMs: number; tracks: Record<string, CyclonePoint[]> };

export type OverlayKind = Overlay['kind'];

/** "43 m/s", or another unit that the reader chose */
type FormatSpeed = (metresPerSecond: number) => string;

/** A smaller amount counts as no rain. */
const minRainMm = 0.1;

/** Variable, time and extremes of an overlay. */
export function describeOverlay(overlay: Overlay, speed: FormatSpeed): string {
  const time = formatMinute(overlay.timeMs);
  switch (overlay.kind) {
    case 'wind300': {
      const [, most] = extremesIn(speedGrid(overlay.wind));
      return `Wind at 300 hPa, ${time}: strongest ${speed(most.value)}, ${regionName(most)}.`;
    }
    case 'rain': {
      const [, most] = extremesIn(overlay.grid);
      const amount =
        most.value < minRainMm ? 'none' : `up to ${most.value.toFixed(1)} mm, ${regionName(most)}`;
      return `Rain in the hour before ${time}: ${amount}.`;
    }
    case 'pressure': {
      const [least, most] = extremesIn(overlay.grid);
      return `Pressure at sea level, ${time}: from ${Math.round(least.value)} hPa, ${regionName(least)}, to ${Math.round(most.value)} hPa, ${regionName(most)}.`;
    }
    case 'cyclones':
      return describeCyclones(overlay.tracks);
  }
}

const noValue = { value: Number.NaN, latitude: 90, longitude: 0 };
const extremesIn = (grid: Grid) => findExtremes(grid) ?? [noValue, noValue];

/** The values at one position; undefined for cyclones, which have none. */
export function describeOverlayAt(overlay: Overlay, at: Coordinates, speed: FormatSpeed): string | undefined {
  switch (overlay.kind) {
    case 'wind300': {
      const wind = windAt(overlay.wind, at);
      return `300 hPa wind ${windDirection(wind)}° at ${speed(Math.hypot(wind.u, wind.v))}`;
    }
    case 'rain': {
      const mm = gridValueAt(overlay.grid, at);
      return mm < minRainMm ? 'no rain' : `rain ${mm.toFixed(1)} mm`;
    }
    case 'pressure':
      return `MSLP ${Math.round(gridValueAt(overlay.grid, at))} hPa`;
    case 'cyclones':
      return undefined;
  }
}
