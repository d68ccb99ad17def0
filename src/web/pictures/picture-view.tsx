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

/** The compiler can't see that the file has the drawing of this kind. */
const fileOf = (kind: Picture['kind']) =>
  files[kind] as OnDemand<{ drawings: Record<string, Drawing<Picture['kind']>> }>;

export const loadDrawing = async (kind: Picture['kind']) => (await fileOf(kind).load()).drawings[kind]!;

export function useDrawing(kind: Picture['kind']) {
  const { value, ...rest } = useOnDemand(fileOf(kind), true);
  return { drawing: value?.drawings[kind], ...rest };
}

/** The content of a figure, whose code is loaded when it is first shown. */
export function PictureView({ picture, name }: { picture: Picture; name: string }) {
  const { drawing, failure, retry } = useDrawing(picture.kind);
  if (failure) return <LoadFailure message="The chart couldn't be loaded." onRetry={retry} />;
  if (!drawing) return <p className="late">Loading...</p>;
  return <PictureFigure picture={picture} name={name} drawing={drawing} />;
}
