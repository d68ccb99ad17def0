import type { Resolution } from '../../../api/parameters.ts';
import type { Constant, UpperVariable } from '../../../api/variables.ts';
import type { FieldChoice } from '../../source.ts';
import { fillMoistureRow, fillRow } from '../atmosphere/atmosphere.ts';
import { type Meridians, meridiansAt, type Parallel, parallelAt } from '../atmosphere/geometry.ts';
import { relativeHumidity, specificHumidity } from '../atmosphere/humidity.ts';
import { elevationMetres, landShare, soilType } from '../atmosphere/land.ts';
import type { Level } from '../atmosphere/levels.ts';
import { type Ground, groundAlong } from '../atmosphere/near-ground.ts';
import { zeroCelsiusKelvin } from '../atmosphere/planet.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillSurfaceRow } from '../atmosphere/surface.ts';

/** From 90 to -90 and from 0 eastwards, with what is known of each row before any weather. */
export interface Grid {
  latitudes: Float32Array;
  longitudes: Float32Array;
  meridians: Meridians;
  parallels: Parallel[];
  groundOf(row: number): Ground;
}

const grids = new Map<Resolution, Grid>();

export function gridAt(resolution: Resolution): Grid {
  let grid = grids.get(resolution);
  if (!grid) {
    grid = makeGrid(resolution);
    grids.set(resolution, grid);
  }
  return grid;
}

/** One row of one field. The level goes with upper variables only. */
export function fillGridRow(
  grid: Grid,
  row: number,
  choice: FieldChoice,
  snapshot: Snapshot,
  level: Level,
  values: Float64Array,
): void {
  const parallel = grid.parallels[row]!;
  if (choice.kind === 'surface') {
    fillSurfaceRow(choice.name, snapshot, parallel, grid.meridians, grid.groundOf(row), values);
  } else if (choice.kind === 'upper') {
    fillUpperRow(choice.name, snapshot, level, parallel, grid.meridians, values);
  } else {
    for (let i = 0; i < values.length; i++) {
      values[i] = constantAt(choice.name, parallel.latitude, grid.longitudes[i]!);
    }
  }
}

function fillUpperRow(
  variable: UpperVariable,
  snapshot: Snapshot,
  level: Level,
  parallel: Parallel,
  meridians: Meridians,
  values: Float64Array,
): void {
  if (variable !== 'specific_humidity') {
    fillRow(variable, snapshot, level, parallel, meridians, values);
    if (variable === 'temperature') for (let i = 0; i < values.length; i++) values[i]! -= zeroCelsiusKelvin;
    return;
  }
  const kelvin = new Float64Array(values.length);
  fillRow('temperature', snapshot, level, parallel, meridians, kelvin);
  fillMoistureRow(snapshot, parallel, meridians, values);
  for (let i = 0; i < values.length; i++) {
    const relative = relativeHumidity(values[i]!, level.pressureHpa);
    values[i] = specificHumidity(relative, kelvin[i]! - zeroCelsiusKelvin, level.pressureHpa);
  }
}

function constantAt(name: Constant, latitude: number, longitude: number): number {
  if (name === 'land_mask') return landShare(latitude, longitude);
  return name === 'topography' ? elevationMetres(latitude, longitude) : soilType(latitude, longitude);
}

function makeGrid(resolution: Resolution): Grid {
  const latitudes = Float32Array.from({ length: 180 / resolution + 1 }, (_, row) => 90 - row * resolution);
  const longitudes = Float32Array.from({ length: 360 / resolution }, (_, column) => column * resolution);
  return gridOf(latitudes, longitudes);
}

export function gridOf(latitudes: Float32Array, longitudes: Float32Array): Grid {
  const meridians = meridiansAt(longitudes);
  const parallels = Array.from(latitudes, parallelAt);
  const grounds: Ground[] = [];
  return {
    latitudes,
    longitudes,
    meridians,
    parallels,
    groundOf(row) {
      grounds[row] ??= groundAlong(parallels[row]!, meridians);
      return grounds[row]!;
    },
  };
}
