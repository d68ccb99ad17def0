import { type ChartKind, charts } from '../../../pictures/telling/tell-charts.ts';
import { barbLegend } from '../parts/barbs.tsx';
import { ArchivePicture } from './archive-picture.tsx';
import { BarsPicture } from './bars-picture.tsx';
import { DegreeDaysPicture } from './degree-days-picture.tsx';
import type { Drawings } from './drawing.ts';
import { MeteogramPicture } from './meteogram-picture.tsx';
import { RunPicture } from './run-picture.tsx';
import { RunsPicture } from './runs-picture.tsx';

export const drawings: Drawings<ChartKind> = {
  meteogram: {
    ...charts.meteogram,
    Drawn: ({ picture, label }) => <MeteogramPicture places={picture.places} label={label} />,
    legend: barbLegend,
  },
  missions: {
    ...charts.missions,
    Drawn: ({ picture, label }) => {
      const entries = picture.missions.map(({ name, daysAloft }) => ({ label: name, value: daysAloft }));
      return <BarsPicture entries={entries} of="days" label={label} />;
    },
  },
  'degree days': {
    ...charts['degree days'],
    Drawn: ({ picture, label }) => <DegreeDaysPicture of={picture} label={label} />,
    legend:
      'A tile is a state, about where it lies, with the sum of its days: the stronger its colour, the more there are.',
  },
  runs: {
    ...charts.runs,
    Drawn: ({ picture, label }) => <RunsPicture runs={picture.runs} label={label} />,
    legend: 'A ring is the time of a run; a strip is what there is of it, pale where more will come.',
  },
  run: {
    ...charts.run,
    Drawn: ({ picture, label }) => <RunPicture run={picture} label={label} />,
  },
  archive: {
    ...charts.archive,
    Drawn: ({ picture, label }) => <ArchivePicture daysMs={picture.daysMs} label={label} />,
    legend: 'A strip is a year; a gap in it is a day without a run.',
  },
};
