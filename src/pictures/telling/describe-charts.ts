import type { PointRow } from '../../api/forecast-api.ts';
import { dayMs, hourMs } from '../../time.ts';
import { dayLabel, parseTime, timeWords } from '../axes.ts';
import type { PictureOf } from '../picture.ts';
import { count, directionWords, speedOf, wholeDegrees } from '../words.ts';
import { formatCount } from './format-count.ts';

const numbers = (rows: readonly PointRow[], name: Exclude<keyof PointRow, 'time'>) =>
  rows.map((row) => row[name]).filter((value): value is number => Number.isFinite(value));

export function describeForecast(name: string, rows: readonly PointRow[]): string {
  const temperatures = numbers(rows, 'temperature_2m');
  const times = rows.map(({ time }) => parseTime(time)).filter(Number.isFinite);
  if (times.length === 0 || temperatures.length === 0) return `${name}: there is no forecast.`;
  const rain = numbers(rows, 'precipitation').reduce((total, value) => total + value, 0);
  const winds = rows.flatMap(({ wind_u_10m: u, wind_v_10m: v }) =>
    u !== null && v !== null && Number.isFinite(u + v) ? [{ u, v }] : [],
  );
  const strongest = winds.reduce((best, wind) => (speedOf(wind) > speedOf(best) ? wind : best), {
    u: 0,
    v: 0,
  });
  const pressures = numbers(rows, 'pressure_msl');
  const [first, last] = [pressures[0], pressures.at(-1)];
  const parts = [
    `${wholeDegrees(Math.min(...temperatures))} to ${wholeDegrees(Math.max(...temperatures))} °C`,
    rain < 0.05 ? 'no rain' : `${rain.toFixed(1)} mm of rain`,
    winds.length > 0 && `wind up to ${Math.round(speedOf(strongest))} m/s ${directionWords(strongest)}`,
    first !== undefined &&
      last !== undefined &&
      `pressure from ${Math.round(first)} to ${Math.round(last)} hPa`,
  ];
  const span = `${timeWords(Math.min(...times))}, to ${timeWords(Math.max(...times))}`;
  return `${name}, ${span}: ${parts.filter(Boolean).join(', ')}.`;
}

export function describeMissions(missions: { name: string; daysAloft: number }[]): string {
  const [longest] = missions;
  if (!longest) return 'No balloon is in the air.';
  const newest = missions.at(-1)!;
  return `${count(missions.length, 'balloon')} in the air: ${longest.name} for ${longest.daysAloft.toFixed(1)} days, ${newest.name} for ${(newest.daysAloft * 24).toFixed(0)} hours.`;
}

export function describeDegreeDays({ index, dates, states, state }: PictureOf<'degree days'>): string {
  const [from, to] = [dates[0], dates.at(-1)];
  const [most, least] = [states[0], states.at(-1)];
  const drawn = states.find(({ name }) => name === state);
  const what = index === 'hdd' ? 'heating degree days' : 'cooling degree days';
  if (!from || !to || !most || !least || !drawn) return `There are no ${what}.`;
  const span = `${dayLabel(parseTime(from))} to ${dayLabel(parseTime(to))}`;
  return `${state}, ${span}: ${drawn.total.toFixed(0)} ${what} in all. Of ${states.length} states ${most.name} has the most, ${most.total.toFixed(0)}, and ${least.name} the fewest, ${least.total.toFixed(0)}.`;
}

export function describeRuns({ what, runs }: PictureOf<'runs'>): string {
  const newestFirst = runs.toSorted((one, other) => other.runMs - one.runMs);
  const [newest] = newestFirst;
  if (!newest) return 'There is no run.';
  const oldest = newestFirst.at(-1)!;
  const span = `${count(runs.length, 'run')} from ${timeWords(oldest.runMs)}, to ${timeWords(newest.runMs)}`;
  if (what === 'runs') return `${span}, one every 6 hours.`;
  if (what === 'hours') {
    const growing = newestFirst.find(({ isWhole }) => !isWhole);
    const most = Math.max(...runs.map(({ hourCount }) => hourCount));
    return `${span}, with ${most} forecast hours each${growing ? `; that of ${timeWords(growing.runMs)} has ${growing.hourCount} so far` : ''}.`;
  }
  const whole = newestFirst.find(({ isWhole, spans }) => isWhole && spans.length > 0);
  const [[fromMs, toMs]] = (whole?.spans as [[number, number]] | undefined) ?? [[0, 0]];
  if (!whole) return `${span}; none is finished yet.`;
  const hours = (ms: number) => ((ms - whole.runMs) / hourMs).toFixed(1);
  return `${span}. The first hour is ready ${hours(fromMs)} hours after the time of a run, the last after ${hours(toMs)}.`;
}

/** What a run is, told by one. */
export function describeRun({ runMs, hours }: PictureOf<'run'>): string {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return 'No run is complete.';
  const after = (timeMs: number) => ((timeMs - runMs) / hourMs).toFixed(1);
  return `The run of ${timeWords(runMs)}, starts from the weather at that time. Its first hour is ready ${after(first.timeMs)} hours later, the others follow, and after ${after(last.timeMs)} hours it is complete and reaches ${last.hour / 24} days ahead.`;
}

export function describeArchive(daysMs: readonly number[]): string {
  const [first, last] = [daysMs[0], daysMs.at(-1)];
  if (first === undefined || last === undefined) return 'The archive is empty.';
  const missing = (last - first) / dayMs + 1 - daysMs.length;
  const day = (timeMs: number) => `${dayLabel(timeMs)} ${new Date(timeMs).getUTCFullYear()}`;
  const gaps = missing === 0 ? 'without a gap' : `with ${count(missing, 'day')} missing`;
  return `Runs of ${formatCount(daysMs.length)} days, from ${day(first)} to ${day(last)}, ${gaps}.`;
}
