import { dayLabel, parseTime, timeWords } from '../axes.ts';
import type { Grid } from '../grid.ts';
import type { FleetRows, PictureOf } from '../picture.ts';
import { kilometres } from '../sounding/unavailable.ts';
import { coordinateWords, count, directionWords, minus, speedOf } from '../words.ts';

export function describeFleet({ time, balloons }: FleetRows): string {
  const heights = balloons.map(({ altitude }) => altitude).filter(Number.isFinite);
  if (heights.length === 0) return 'No balloon is in the air.';
  const rising = balloons.filter(({ is_rising }) => is_rising).length;
  return `${count(balloons.length, 'balloon')} in the air on ${timeWords(parseTime(time))}, between ${kilometres(Math.min(...heights))} and ${kilometres(Math.max(...heights))}; ${rising} going up, ${balloons.length - rising} going down.`;
}

export function describeWinds(readings: PictureOf<'winds'>['readings']): string {
  const [first] = readings;
  if (!first) return 'There is no row with a place and a wind.';
  const altitudes = readings.map(({ altitude }) => altitude);
  const wind = (reading: typeof first) => ({ u: reading.speed_u, v: reading.speed_v });
  const strongest = readings.reduce((best, each) =>
    speedOf(wind(each)) > speedOf(wind(best)) ? each : best,
  );
  return `${count(readings.length, 'balloon')} between ${kilometres(Math.min(...altitudes))} and ${kilometres(Math.max(...altitudes))}; strongest wind ${Math.round(speedOf(wind(strongest)))} m/s ${directionWords(wind(strongest))} at ${kilometres(strongest.altitude)}, ${coordinateWords(strongest)}.`;
}

export function describePath(path: PictureOf<'path'>['path']): string {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return 'No path is predicted.';
  return `From ${coordinateWords(first)} on ${timeWords(parseTime(first.time))} to ${coordinateWords(last)} on ${timeWords(parseTime(last.time))}; a dot every 6 hours.`;
}

export function describePlace({ name, place }: PictureOf<'place'>): string {
  const high = place.altitude === undefined ? '' : `, ${kilometres(place.altitude)} high`;
  return `${name}: ${coordinateWords(place)}${high}.`;
}

export function describeCyclones(tracks: PictureOf<'cyclones'>['tracks']): string {
  const entries = Object.entries(tracks).filter(([, points]) => points.length > 0);
  if (entries.length === 0) return 'The forecast sees no tropical cyclone.';
  const each = entries.map(([id, points]) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    return `${id} from ${coordinateWords(first)} to ${coordinateWords(last)} on ${dayLabel(parseTime(last.time))}`;
  });
  return `${count(entries.length, 'tropical cyclone')}: ${each.join('; ')}.`;
}

export function describeGrid(variable: string, unit: string, { values, stepDegrees }: Grid): string {
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
