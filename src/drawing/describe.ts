import { listLegs } from '../sounding/legs.ts';
import { type Sounding, soundingOf } from '../sounding/sounding.ts';
import { isUnavailable, kilometres } from '../sounding/unavailable.ts';
import { dayLabel, timeWords } from './axes.ts';
import type { Grid } from './grid.ts';
import { type ForecastRow, minus, parseTime } from './meteogram.ts';
import type { Picture } from './picture.ts';
import { coordinateWords, directionWords } from './words.ts';

/** What a picture shows, in a sentence: for those who cannot see it, and for those who want to be sure. */
export function describePicture(picture: Picture): string {
  switch (picture.kind) {
    case 'meteogram':
      return picture.places.map(({ name, rows }) => describeForecast(name, rows)).join(' ');
    case 'winds':
      return describeWinds(picture.readings);
    case 'missions':
      return describeMissions(picture.missions);
    case 'flight':
      return describeFlight(picture.track);
    case 'path':
      return describePath(picture.path);
    case 'place': {
      const { altitude } = picture.place;
      const high = altitude === undefined ? '' : `, ${kilometres(altitude)} high`;
      return `${picture.name}: ${coordinateWords(picture.place)}${high}.`;
    }
    case 'sounding': {
      const sounding = soundingOf(picture.rows);
      return isUnavailable(sounding) ? sounding.unavailable : describeSounding(sounding);
    }
    case 'cyclones':
      return describeCyclones(picture.tracks);
    case 'grid':
      return describeGrid(picture.variable, picture.unit, picture.grid);
    case 'degree days':
      return describeDegreeDays(picture);
    case 'runs':
      return describeRuns(picture);
  }
}

function describeSounding({ levels, indices, leg }: Sounding): string {
  const warm = levels.filter(({ celsius }) => celsius !== null);
  const [lowest, highest] = [warm[0], warm.at(-1)];
  const windy = levels.filter(({ wind }) => wind !== null);
  const strongest = windy.reduce<(typeof windy)[number] | undefined>(
    (best, each) => (!best || speedOf(each.wind!) > speedOf(best.wind!) ? each : best),
    undefined,
  );
  const parts = [
    lowest && highest && lowest !== highest
      ? `temperature ${highest.celsius! < lowest.celsius! ? 'falls' : 'rises'} from ${degrees(lowest.celsius!)} to ${degrees(highest.celsius!)} °C`
      : 'no temperature was measured',
    isUnavailable(indices.tropopause)
      ? 'no tropopause was reached'
      : `tropopause at ${kilometres(indices.tropopause.altitudeMetres)}`,
    strongest
      ? `strongest wind ${Math.round(speedOf(strongest.wind!))} m/s ${directionWords(strongest.wind!)} at ${kilometres(strongest.altitudeMetres)}`
      : 'no wind was measured',
  ];
  const way = leg.direction === 'up' ? 'Going up' : 'Going down';
  const ends = `${kilometres(leg.begin.altitudeMetres)} to ${kilometres(leg.end.altitudeMetres)}`;
  return `${way} from ${ends}: ${parts.join('; ')}.`;
}

const speedOf = ({ u, v }: { u: number; v: number }) => Math.hypot(u, v);
const degrees = (celsius: number) => minus(Math.round(celsius));
const numbers = (rows: readonly ForecastRow[], name: Exclude<keyof ForecastRow, 'time'>) =>
  rows.map((row) => row[name]).filter((value): value is number => Number.isFinite(value));

function describeForecast(name: string, rows: readonly ForecastRow[]): string {
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
    `${degrees(Math.min(...temperatures))} to ${degrees(Math.max(...temperatures))} °C`,
    rain < 0.05 ? 'no rain' : `${rain.toFixed(1)} mm of rain`,
    winds.length > 0 && `wind up to ${Math.round(speedOf(strongest))} m/s ${directionWords(strongest)}`,
    first !== undefined &&
      last !== undefined &&
      `pressure from ${Math.round(first)} to ${Math.round(last)} hPa`,
  ];
  const span = `${timeWords(Math.min(...times))}, to ${timeWords(Math.max(...times))}`;
  return `${name}, ${span}: ${parts.filter(Boolean).join(', ')}.`;
}

function describeWinds(readings: Extract<Picture, { kind: 'winds' }>['readings']): string {
  const [first] = readings;
  if (!first) return 'There is no row with a place and a wind.';
  const altitudes = readings.map(({ altitude }) => altitude);
  const wind = (reading: typeof first) => ({ u: reading.speed_u, v: reading.speed_v });
  const strongest = readings.reduce((best, each) =>
    speedOf(wind(each)) > speedOf(wind(best)) ? each : best,
  );
  return `${count(readings.length, 'balloon')} between ${kilometres(Math.min(...altitudes))} and ${kilometres(Math.max(...altitudes))}; strongest wind ${Math.round(speedOf(wind(strongest)))} m/s ${directionWords(wind(strongest))} at ${kilometres(strongest.altitude)}, ${coordinateWords(strongest)}.`;
}

function describeMissions(missions: { name: string; daysAloft: number }[]): string {
  const [longest] = missions;
  if (!longest) return 'No balloon is in the air.';
  const newest = missions.at(-1)!;
  return `${count(missions.length, 'balloon')} in the air: ${longest.name} for ${longest.daysAloft.toFixed(1)} days, ${newest.name} for ${(newest.daysAloft * 24).toFixed(0)} hours.`;
}

function describeFlight(track: Extract<Picture, { kind: 'flight' }>['track']): string {
  const legs = listLegs(track);
  const times = track.map(({ transmit_time }) => parseTime(transmit_time)).filter(Number.isFinite);
  if (legs.length === 0 || times.length === 0) return 'The balloon has not moved yet.';
  const highest = Math.max(...legs.flatMap(({ begin, end }) => [begin.altitudeMetres, end.altitudeMetres]));
  const hours = (Math.max(...times) - Math.min(...times)) / 3_600_000;
  const long = hours < 48 ? `${hours.toFixed(0)} hours` : `${(hours / 24).toFixed(1)} days`;
  return `${long} in ${count(legs.length, 'leg')}, up to ${kilometres(highest)}; each leg up or down is a sounding.`;
}

function describePath(path: Extract<Picture, { kind: 'path' }>['path']): string {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return 'No path is predicted.';
  return `From ${coordinateWords(first)} on ${timeWords(parseTime(first.time))} to ${coordinateWords(last)} on ${timeWords(parseTime(last.time))}; a dot every 6 hours.`;
}

function describeCyclones(tracks: Extract<Picture, { kind: 'cyclones' }>['tracks']): string {
  const entries = Object.entries(tracks).filter(([, points]) => points.length > 0);
  if (entries.length === 0) return 'The forecast sees no tropical cyclone.';
  const each = entries.map(([id, points]) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    return `${id} from ${coordinateWords(first)} to ${coordinateWords(last)} on ${dayLabel(parseTime(last.time))}`;
  });
  return `${count(entries.length, 'tropical cyclone')}: ${each.join('; ')}.`;
}

function describeGrid(variable: string, unit: string, { values, stepDegrees }: Grid): string {
  const columns = Math.round(360 / stepDegrees);
  let [least, most] = [-1, -1];
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) continue;
    if (least < 0 || value < values[least]!) least = index;
    if (most < 0 || value > values[most]!) most = index;
  }
  if (least < 0) return `${variable} has no value anywhere.`;
  const at = (index: number) => {
    const east = (index % columns) * stepDegrees;
    const place = {
      latitude: 90 - Math.floor(index / columns) * stepDegrees,
      longitude: east > 180 ? east - 360 : east,
    };
    return `${minus(Number(values[index]!.toPrecision(3)))}${unit === '' ? '' : ` ${unit}`} at ${coordinateWords(place)}`;
  };
  return `${variable} over the whole earth: from ${at(least)} to ${at(most)}.`;
}

function describeDegreeDays({
  index,
  state,
  days,
  total,
  others,
}: Extract<Picture, { kind: 'degree days' }>): string {
  const [first, last] = [days[0], days.at(-1)];
  const name = index === 'hdd' ? 'heating degree days' : 'cooling degree days';
  if (!first || !last) return `There are no ${name}.`;
  const span = `${dayLabel(parseTime(first.date))} to ${dayLabel(parseTime(last.date))}`;
  return `${state}, ${span}: ${total.toFixed(0)} ${name} in all. Of ${others.count} states ${others.most.state} has the most, ${others.most.total.toFixed(0)}, and ${others.least.state} the fewest, ${others.least.total.toFixed(0)}.`;
}

function describeRuns({ what, runs }: Extract<Picture, { kind: 'runs' }>): string {
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
  const hours = (ms: number) => ((ms - whole.runMs) / 3_600_000).toFixed(1);
  return `${span}. The first hour is ready ${hours(fromMs)} hours after the time of a run, the last after ${hours(toMs)}.`;
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;
