import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import type { Coordinates } from '../../api/data-api.ts';
import { unitSign } from '../../pictures/answers.ts';
import { worldMap } from '../../pictures/earth-map.ts';
import { formatCoordinates } from '../../pictures/format.ts';
import { readNetcdfGrid } from '../../pictures/netcdf/read.ts';
import type { Grid, PictureOf } from '../../pictures/picture.ts';
import { drawings } from '../pictures/maps.tsx';
import { PictureFigure } from '../pictures/picture-figure.tsx';
import { pointIn } from '../pictures/svg.tsx';

interface ResponseMapProps {
  body: ArrayBuffer;
  title: string;
  isSimulated: boolean;
  /** Shown if the file can't be read. */
  wrongShape: ReactNode;
}

/** Shows the value under the pointer. The same numbers are in the map's table. */
export function ResponseMap({ body, title, isSimulated, wrongShape }: ResponseMapProps) {
  const earth = useMemo(worldMap, []);
  const [readout, setReadout] = useState('');
  const picture = useMemo(() => {
    try {
      return readFile(body);
    } catch {
      return undefined;
    }
  }, [body]);
  if (!picture) return wrongShape;
  const showValue = (event: PointerEvent<HTMLElement>) => {
    const svg = event.currentTarget.querySelector('svg');
    const point = svg && pointIn(svg, event);
    // The legend is below the map.
    const position = point && point.y <= earth.height ? earth.unproject(point) : undefined;
    const value = position && valueAt(picture.grid, position);
    setReadout(
      position && value !== undefined
        ? `${Number(value.toPrecision(4))} ${picture.unit} at ${formatCoordinates(position)}`
        : '',
    );
  };
  return (
    <figure
      className="picture"
      aria-label="Chart of the response"
      onPointerMove={showValue}
      onPointerLeave={() => setReadout('')}
    >
      <PictureFigure picture={picture} name={title} drawing={drawings.grid} />
      {isSimulated && <p className="picture-source">Simulated data.</p>}
      <p className="console-readout" aria-hidden="true">
        {readout || 'Point at or tap the map for values.'}
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
  const file = readNetcdfGrid(body);
  if (!file) throw new TypeError('This file has no global field');
  return { kind: 'grid', variable: file.variable, unit: unitSign(file.unit), grid: file.grid };
}
