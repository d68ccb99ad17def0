import { inflateRawSync } from 'node:zlib';
import { clamp } from '../../../pictures/sounding/math.ts';

/** A value for each cell of the earth, from 90N 0E eastwards and southwards, interpolated between their centres. */
export class EarthTable {
  readonly cells: Float32Array;
  readonly #perDegree: number;

  constructor(cells: ArrayLike<number>, perDegree = 1) {
    this.cells = Float32Array.from(cells);
    this.#perDegree = perDegree;
  }

  at(latitude: number, longitude: number): number {
    const columns = 360 * this.#perDegree;
    const rows = 180 * this.#perDegree;
    const east = longitude * this.#perDegree - 0.5;
    const column = east - columns * Math.floor(east / columns);
    const row = clamp((90 - latitude) * this.#perDegree - 0.5, 0, rows - 1.001);
    const west = Math.floor(column) % columns;
    const next = west === columns - 1 ? 0 : west + 1;
    const north = Math.floor(row) * columns;
    const south = north + columns;
    const eastPart = column - Math.floor(column);
    const southPart = row - Math.floor(row);
    const top = this.cells[north + west]! * (1 - eastPart) + this.cells[north + next]! * eastPart;
    const bottom = this.cells[south + west]! * (1 - eastPart) + this.cells[south + next]! * eastPart;
    return top * (1 - southPart) + bottom * southPart;
  }
}

export function unpack(base64: string): Buffer {
  return inflateRawSync(Buffer.from(base64, 'base64'));
}
