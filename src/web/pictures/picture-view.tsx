import type { Picture } from '../../pictures/picture.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { type OnDemand, onDemand, useOnDemand } from '../ui/on-demand.ts';
import { type Drawing, type Drawings, PictureFigure } from './picture-figure.tsx';

/** Charts need no other code, maps need the coasts of the earth, and flights the science of soundings. */
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

export const loadDrawing = async <Kind extends Picture['kind']>(kind: Kind): Promise<Drawing<Kind>> =>
  (await files[kind].load()).drawings[kind];

export function useDrawing<Kind extends Picture['kind']>(kind: Kind) {
  const { value, ...rest } = useOnDemand(files[kind], true);
  const drawing: Drawing<Kind> | undefined = value?.drawings[kind];
  return { drawing, ...rest };
}

/** The content of a figure, whose code is loaded when it is first shown. */
export function PictureView({ picture, name }: { picture: Picture; name: string }) {
  const { drawing, failure, retry } = useDrawing(picture.kind);
  if (failure) return <LoadFailure message="The chart couldn't be loaded." onRetry={retry} />;
  if (!drawing) return <p className="late">Loading...</p>;
  return <PictureFigure picture={picture} name={name} drawing={drawing} />;
}
