import type { CyclonePoint } from '../../../api/forecast-api.ts';
import { isGlobal } from '../../../pictures/grid.ts';
import { readNetcdfGrid } from '../../../pictures/netcdf/read-grid.ts';
import type { Overlay, OverlayKind } from '../../../pictures/overlays/overlay.ts';
import type { Grid } from '../../../pictures/picture.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import type { DataCall } from '../store/viewer-calls.ts';
import type { Ask } from '../store/viewer-data.ts';
import { cyclonesCall, gridCall } from './overlay-calls.ts';

export interface OverlaySource {
  ask: Ask;
  /** No more bytes than a grid of one degree has. */
  askFile(call: DataCall, signal: AbortSignal): Promise<Outcome<ArrayBuffer>>;
  now(): number;
}

interface Wanted {
  kind: OverlayKind;
  timeMs: number;
  signal: AbortSignal;
}

export async function loadOverlay(source: OverlaySource, wanted: Wanted): Promise<Outcome<Overlay>> {
  const { kind, timeMs } = wanted;
  switch (kind) {
    case 'wind300': {
      const [u, v] = await Promise.all([
        loadGrid(source, '300/wind_u', wanted),
        loadGrid(source, '300/wind_v', wanted),
      ]);
      if (!u.ok) return u;
      return v.ok ? { ok: true, value: { kind, timeMs, wind: { u: u.value, v: v.value } } } : v;
    }
    case 'rain':
    case 'pressure': {
      const field = { rain: 'precipitation', pressure: 'pressure_msl' }[kind];
      const grid = await loadGrid(source, field, wanted);
      return grid.ok ? { ok: true, value: { kind, timeMs, grid: grid.value } } : grid;
    }
    case 'cyclones':
      return loadCyclones(source, wanted);
  }
}

async function loadGrid(
  source: OverlaySource,
  field: string,
  { timeMs, signal }: Wanted,
): Promise<Outcome<Grid>> {
  const file = await source.askFile(gridCall(field, timeMs, source.now()), signal);
  if (!file.ok) return file;
  const grid = readNetcdfGrid(file.value)?.grid;
  return grid && isGlobal(grid) ? { ok: true, value: grid } : unreadable;
}

async function loadCyclones(source: OverlaySource, { timeMs, signal }: Wanted): Promise<Outcome<Overlay>> {
  const answer = await source.ask(cyclonesCall(timeMs, source.now()), signal);
  if (!answer.ok) return answer;
  try {
    const tracks = JSON.parse(answer.value) as Record<string, CyclonePoint[]>;
    if (!Object.values(tracks).every(Array.isArray)) return unreadable;
    return { ok: true, value: { kind: 'cyclones', timeMs, tracks } };
  } catch {
    return unreadable;
  }
}

const unreadable = requestError(0, 'The answer could not be read. Check your connection and try again.');
