import { useMemo } from 'react';
import type { EarthMap, MapSamples } from '../../../pictures/earth-map.ts';
import { svgPath } from '../../../pictures/geometry.ts';
import { contourLines } from '../../../pictures/overlays/contours.ts';
import { type WindGrids, windLines } from '../../../pictures/overlays/wind-lines.ts';
import type { Grid } from '../../../pictures/picture.ts';
import { isobarsOf, rainFromMm } from './overlay-scales.ts';

interface FieldProps {
  grid: Grid;
  lattice: MapSamples;
}

/** Each shade covers the stronger ones too, and they paint over it. */
export function RainAreas({ grid, lattice }: FieldProps) {
  const areas = useMemo(() => contourLines(grid, lattice, rainFromMm), [grid, lattice]);
  return areas.map(({ from, rings }) => (
    <path
      key={from}
      className="overlay-rain"
      data-step={rainFromMm.indexOf(from)}
      d={svgPath(rings, { close: true })}
    />
  ));
}

export function Isobars({ grid, lattice, isWorld }: FieldProps & { isWorld: boolean }) {
  const lines = useMemo(() => contourLines(grid, lattice, isobarsOf(isWorld)), [grid, lattice, isWorld]);
  return <path className="overlay-isobars" d={svgPath(lines.flatMap(({ rings }) => rings))} />;
}

interface WindStreamsProps {
  wind: WindGrids;
  earth: EarthMap;
  apart: number;
}

export function WindStreams({ wind, earth, apart }: WindStreamsProps) {
  const streams = useMemo(() => windLines(wind, earth, apart), [wind, earth, apart]);
  return streams.map(({ strength, lines }) => (
    <path key={strength} className="overlay-wind" data-strength={strength} d={svgPath(lines)} />
  ));
}
