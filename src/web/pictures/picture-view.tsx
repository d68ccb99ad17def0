import type { Picture } from '../../pictures/picture.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { type OnDemand, onDemand, useOnDemand } from '../ui/on-demand.ts';
import { type Drawing, type Drawings, PictureFigure } from './picture-figure.tsx';

/** In three files: a chart needs nothing else, a map the coasts of the earth, a flight the science of soundings. */
const charts = onDemand(() => import('./charts.tsx'));
const maps = onDemand(() => import('./maps.tsx'));
const flights = onDemand(() => import('./flights.tsx'));

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

/** The inside of a figure, whose drawing comes when it is first wanted. */
export function PictureView({ picture, name }: { picture: Picture; name: string }) {
  const { drawing, failure, retry } = useDrawing(picture.kind);
  if (failure) return <LoadFailure message="The picture could not be loaded." onRetry={retry} />;
  if (!drawing) return <p className="late">Loading...</p>;
  return <PictureFigure picture={picture} name={name} drawing={drawing} />;
}
