import { type MapKind, mapTexts } from '../../pictures/picture-text.ts';
import { FleetPicture } from './fleet-map.tsx';
import { GridPicture } from './grid-map.tsx';
import type { Drawings } from './picture-figure.tsx';
import { barbLegend } from './svg.tsx';
import { CyclonesPicture, PathPicture, PlacePicture, WindsPicture } from './track-map.tsx';

export const drawings: Drawings<MapKind> = {
  fleet: {
    ...mapTexts.fleet,
    Drawn: ({ picture, label }) => <FleetPicture fleet={picture.fleet} label={label} />,
    legend: 'A dot is a balloon, the line behind it its last day.',
  },
  winds: {
    ...mapTexts.winds,
    Drawn: ({ picture, label }) => <WindsPicture readings={picture.readings} label={label} />,
    legend: `${barbLegend} Feathers stand on the other side in the southern hemisphere.`,
  },
  path: {
    ...mapTexts.path,
    Drawn: ({ picture, label }) => <PathPicture path={picture.path} label={label} />,
    legend: 'A dot every 6 hours, a larger one at 00 UTC.',
  },
  place: {
    ...mapTexts.place,
    Drawn: ({ picture, label }) => <PlacePicture name={picture.name} place={picture.place} label={label} />,
  },
  cyclones: {
    ...mapTexts.cyclones,
    Drawn: ({ picture, label }) => <CyclonesPicture tracks={picture.tracks} label={label} />,
    legend: 'A dot every 6 hours, a larger one at 00 UTC; dashed, the frames of the basins.',
  },
  grid: {
    ...mapTexts.grid,
    Drawn: ({ picture, label }) => <GridPicture grid={picture.grid} unit={picture.unit} label={label} />,
  },
};
