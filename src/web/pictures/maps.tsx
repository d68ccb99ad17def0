import { cyclonesText } from '../../pictures/cyclone-tracks.ts';
import { fleetText } from '../../pictures/fleet-map.ts';
import { gridText } from '../../pictures/grid.ts';
import { pathText, placeText } from '../../pictures/track-map.ts';
import { windsText } from '../../pictures/wind-map.ts';
import { FleetMap } from './fleet-map.tsx';
import { GridMap } from './grid-map.tsx';
import type { Drawings } from './picture-figure.tsx';
import { barbLegend } from './svg.tsx';
import { CycloneMap, LocationMap, PathMap, WindMap } from './track-map.tsx';

const dotLegend = 'Dots every 6 h (larger at 00 UTC).';

export const drawings: Drawings<'fleet' | 'winds' | 'path' | 'place' | 'cyclones' | 'grid'> = {
  fleet: { ...fleetText, Chart: FleetMap, legend: 'Dots are balloons, with the track of their last day.' },
  winds: {
    ...windsText,
    Chart: WindMap,
    legend: `${barbLegend} Feathers flip sides south of the equator.`,
  },
  path: { ...pathText, Chart: PathMap, legend: dotLegend },
  place: { ...placeText, Chart: LocationMap },
  cyclones: { ...cyclonesText, Chart: CycloneMap, legend: `${dotLegend} Dashed: basin limits.` },
  grid: { ...gridText, Chart: GridMap },
};
