import type { CyclonePoint } from '../../api/forecast-api.ts';
import type { Grid } from '../grid.ts';
import type { WindGrids } from './wind-lines.ts';

/** Weather of one moment, to be laid over a map. */
export type Overlay =
  | { kind: 'wind300'; timeMs: number; wind: WindGrids }
  | { kind: 'rain'; timeMs: number; grid: Grid }
  | { kind: 'pressure'; timeMs: number; grid: Grid }
  /** Where they will go by a forecast. */
  | { kind: 'cyclones'; timeMs: number; tracks: Record<string, CyclonePoint[]> };

export type OverlayKind = Overlay['kind'];
