import { missionsText } from '../../pictures/bar-chart.ts';
import { degreeDaysText } from '../../pictures/degree-day-map.ts';
import { archiveText, runsText, runText } from '../../pictures/forecast-runs.ts';
import { meteogramText } from '../../pictures/meteogram.ts';
import { MissionsChart } from './bar-chart.tsx';
import { DegreeDayMap } from './degree-day-map.tsx';
import { ArchiveChart, RunChart, RunsChart } from './forecast-runs.tsx';
import { Meteograms } from './meteogram.tsx';
import type { Drawings } from './picture-figure.tsx';
import { barbLegend } from './svg.tsx';

export const drawings: Drawings<'meteogram' | 'missions' | 'degree days' | 'runs' | 'run' | 'archive'> = {
  meteogram: { ...meteogramText, Chart: Meteograms, legend: barbLegend },
  missions: { ...missionsText, Chart: MissionsChart },
  'degree days': {
    ...degreeDaysText,
    Chart: DegreeDayMap,
    legend: 'One tile per state. Stronger colour means more degree days.',
  },
  runs: {
    ...runsText,
    Chart: RunsChart,
    legend: 'Ring: run time. Bar: hours available (pale: still to come).',
  },
  run: { ...runText, Chart: RunChart },
  archive: { ...archiveText, Chart: ArchiveChart, legend: 'One bar per year. A gap is a day without a run.' },
};
