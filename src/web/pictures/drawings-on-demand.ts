import type { Picture } from '../../pictures/picture.ts';
import { type OnDemand, onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { Drawing, Drawings } from './drawings/drawing.ts';

/** In three files: a chart needs nothing else, a map the coasts of the earth, a flight the science of soundings. */
const charts = onDemand(() => import('./drawings/draw-charts.tsx'));
const maps = onDemand(() => import('./drawings/draw-maps.tsx'));
const flights = onDemand(() => import('./drawings/draw-flights.tsx'));

const files: { [Kind in Picture['kind']]: OnDemand<{ drawings: Drawings<Kind> }> } = {
  meteogram: charts,
  missions: charts,
  'degree days': charts,
  runs: charts,
  run: charts,
  archive: charts,
  fleet: maps,
  winds: maps,
  path: maps,
  place: maps,
  cyclones: maps,
  grid: maps,
  sounding: flights,
  flight: flights,
  legs: flights,
};

export function useDrawing(kind: Picture['kind']) {
  const { value, ...rest } = useOnDemand(files[kind] as OnDemand<{ drawings: object }>, true);
  const drawings = value?.drawings as Partial<Record<Picture['kind'], Drawing<Picture>>> | undefined;
  return { drawing: drawings?.[kind], ...rest };
}
