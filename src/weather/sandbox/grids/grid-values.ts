import { bigEndian } from '../../../pictures/netcdf/write.ts';
import { hourMs } from '../../../time.ts';
import { groundLevel, levelAt } from '../atmosphere/levels.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { archiveStartMs } from '../atmosphere/time.ts';
import { forecastAt, truthAt } from '../forecasts/weather.ts';
import { fillGridRow, gridAt } from './grid.ts';
import { type GridFile, levelsOf, validMs } from './grid-layout.ts';

const chunkBytes = 256 * 1024;

/** The values of the file in its order, some rows at a time: constant memory, and a breath between two chunks. */
export function* gridFileChunks(file: GridFile): Generator<Uint8Array<ArrayBuffer>> {
  const grid = gridAt(file.resolution);
  const levels = levelsOf(file);
  if (file.valid) yield copy(bigEndian(Int32Array.of(validMs(file.valid) / hourMs)));
  if (levels.length > 0) yield copy(bigEndian(Float32Array.from(levels)));
  yield copy(bigEndian(grid.latitudes.slice()));
  yield copy(bigEndian(grid.longitudes.slice()));

  const snapshot = snapshotOf(file);
  const width = grid.longitudes.length;
  const height = grid.latitudes.length;
  const rowsMax = Math.max(1, Math.floor(chunkBytes / (4 * width)));
  const row = new Float64Array(width);
  for (const choice of file.fields) {
    for (const pressureHpa of choice.kind === 'upper' ? choice.levelsHpa : [1000]) {
      const level = choice.kind === 'upper' ? levelAt(pressureHpa) : groundLevel;
      for (let first = 0; first < height; first += rowsMax) {
        const rows = Math.min(rowsMax, height - first);
        const chunk = new Float32Array(rows * width);
        for (let i = 0; i < rows; i++) {
          fillGridRow(grid, first + i, choice, snapshot, level, row);
          chunk.set(row, i * width);
        }
        yield bigEndian(chunk) as Uint8Array<ArrayBuffer>;
      }
    }
  }
}

function snapshotOf({ valid }: GridFile): Snapshot {
  return valid ? forecastAt(valid.forecast, validMs(valid)) : truthAt(archiveStartMs);
}

/** Small parts share one pool of memory in Node; a copy of their own can be handed to another thread. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
