import { type MapKind, maps } from '../../../pictures/telling/tell-maps.ts';
import { barbLegend } from '../parts/barbs.tsx';
import type { Drawings } from './drawing.ts';
import { FleetPicture } from './fleet-picture.tsx';
import { GridPicture } from './grid-picture.tsx';
import { CyclonesPicture, PathPicture, PlacePicture, WindsPicture } from './map-pictures.tsx';

export const drawings: Drawings<MapKind> = {
  fleet: {
    ...maps.fleet,
    Drawn: ({ picture, label }) => <FleetPicture fleet={picture.fleet} label={label} />,
    legend: 'A dot is a balloon, the line behind it its last day.',
  },
  winds: {
    ...maps.winds,
    Drawn: ({ picture, label }) => <WindsPicture readings={picture.readings} label={label} />,
    legend: `${barbLegend} Feathers stand on the other side in the southern hemisphere.`,
  },
  path: {
    ...maps.path,
    Drawn: ({ picture, label }) => <PathPicture path={picture.path} label={label} />,
    legend: 'A dot every 6 hours, a larger one at 00 UTC.',
  },
  place: {
    ...maps.place,
    Drawn: ({ picture, label }) => <PlacePicture name={picture.name} place={picture.place} label={label} />,
  },
  cyclones: {
    ...maps.cyclones,
    Drawn: ({ picture, label }) => <CyclonesPicture tracks={picture.tracks} label={label} />,
    legend: 'A dot every 6 hours, a larger one at 00 UTC; dashed, the frames of the basins.',
  },
  grid: {
    ...maps.grid,
    Drawn: ({ picture, label }) => <GridPicture grid={picture.grid} unit={picture.unit} label={label} />,
  },
};
