import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import type { Coordinates } from '../../api/data-api.ts';
import { unitSign } from '../../pictures/answers.ts';
import { worldMap } from '../../pictures/earth-map.ts';
import { formatCoordinates } from '../../pictures/format.ts';
import { readNetcdfGrid } from '../../pictures/netcdf/read-grid.ts';
import type { Grid, Picture, PictureOf } from '../../pictures/picture.ts';
import { drawings } from '../pictures/maps.tsx';
import { PictureFigure } from '../pictures/picture-figure.tsx';
import { DrawingBoundary, wrongShape } from './chart-boundary.tsx';

interface DrawnFileProps {
  body: ArrayBuffer;
  title: string;
  /** The response's own header says so. */
  isSynthetic: boolean;
}

export function DrawnFile({ body, title, isSynthetic }: DrawnFileProps) {
  const picture = useMemo(() => {
    try {
      return readFile(body);
    } catch {
      return undefined;
    }
  }, [body]);
  if (!picture) return wrongShape;
  return (
    <DrawingBoundary>
      <GridReadout of={picture}>
        <PictureFigure picture={picture} name={title} drawing={drawings.grid} />
        {isSynthetic && <p className="picture-source">Synthetic sandbox data.</p>}
      </GridReadout>
    </DrawingBoundary>
  );
}

interface GridReadoutProps {
  of: Extract<Picture, { kind: 'grid' }>;
  children: ReactNode;
}

/** Shows the value under the pointer. The same numbers are in the map's table. */
export function GridReadout({ of: { grid, unit }, children }: GridReadoutProps) {
  const earth = useMemo(worldMap, []);
  const [words, setWords] = useState('');
  const point = (event: PointerEvent<HTMLElement>) => {
    const svg = event.currentTarget.querySelector('svg');
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    // The map is as wide as the picture, and the legend is below it.
    const scale = earth.width / box.width;
    const at = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    const place = at.y <= earth.height ? earth.unproject(at) : undefined;
    const value = place && valueAt(grid, place);
    setWords(
      value === undefined ? '' : `${Number(value.toPrecision(4))} ${unit} at ${formatCoordinates(place!)}`,
    );
  };
  return (
    <figure
      className="picture"
      aria-label="The answer, drawn"
      onPointerMove={point}
      onPointerLeave={() => setWords('')}
    >
      {children}
      <p className="console-readout" aria-hidden="true">
        {words || 'Point at the map to read a value.'}
      </p>
    </figure>
  );
}

/** Returns the nearest value of the grid, or undefined outside of it and where data is missing. */
export function valueAt(
  { stepDegrees, values }: Grid,
  { latitude, longitude }: Coordinates,
): number | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const columns = Math.round(360 / stepDegrees);
  const row = Math.round((90 - latitude) / stepDegrees);
  const column = Math.round(((longitude + 360) % 360) / stepDegrees) % columns;
  const value = values[row * columns + column];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

/** Throws if the file has no global field that can be read here. */
export function readFile(body: ArrayBuffer): PictureOf<'grid'> {
  const read = readNetcdfGrid(body);
  if (!read) throw new TypeError('No field on the whole globe is in this file');
  return { kind: 'grid', variable: read.variable, unit: unitSign(read.unit), grid: read.grid };
}
