import { type ChartKind, chartTexts } from '../../pictures/picture-text.ts';
import { BarChart } from './bar-chart.tsx';
import { DegreeDaysPicture } from './degree-day-map.tsx';
import { ArchivePicture, RunPicture, RunsPicture } from './forecast-runs.tsx';
import { MeteogramPicture } from './meteogram.tsx';
import type { Drawings } from './picture-figure.tsx';
import { barbLegend } from './svg.tsx';

export const drawings: Drawings<ChartKind> = {
  meteogram: {
    ...chartTexts.meteogram,
    Drawn: ({ picture, label }) => <MeteogramPicture places={picture.places} label={label} />,
    legend: barbLegend,
  },
  missions: {
    ...chartTexts.missions,
    Drawn: ({ picture, label }) => {
      const entries = picture.missions.map(({ name, daysAloft }) => ({ label: name, value: daysAloft }));
      return <BarChart entries={entries} of="days" label={label} />;
    },
  },
  'degree days': {
    ...chartTexts['degree days'],
    Drawn: ({ picture, label }) => <DegreeDaysPicture of={picture} label={label} />,
    legend:
      'A tile is a state, about where it lies, with the sum of its days: the stronger its colour, the more there are.',
  },
  runs: {
    ...chartTexts.runs,
    Drawn: ({ picture, label }) => <RunsPicture runs={picture.runs} label={label} />,
    legend: 'A ring is the time of a run; a strip is what there is of it, pale where more will come.',
  },
  run: {
    ...chartTexts.run,
    Drawn: ({ picture, label }) => <RunPicture run={picture} label={label} />,
  },
  archive: {
    ...chartTexts.archive,
    Drawn: ({ picture, label }) => <ArchivePicture daysMs={picture.daysMs} label={label} />,
    legend: 'A strip is a year; a gap in it is a day without a run.',
  },
};
