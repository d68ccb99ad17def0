import { soundingOf } from '../sounding/sounding.ts';
import { isUnavailable, kilometres } from '../sounding/unavailable.ts';
import {
  describeFlight,
  describeLegs,
  describeMissions,
  describePath,
  describeSky,
  describeSounding,
  describeWinds,
} from './describe-flights.ts';
import {
  describeArchive,
  describeCyclones,
  describeDegreeDays,
  describeForecast,
  describeGrid,
  describeRun,
  describeRuns,
} from './describe-forecasts.ts';
import type { Picture } from './picture.ts';
import { coordinateWords } from './words.ts';

/** What a picture shows, in a sentence: for those who cannot see it, and for those who want to be sure. */
export function describePicture(picture: Picture): string {
  switch (picture.kind) {
    case 'meteogram':
      return picture.places.map(({ name, rows }) => describeForecast(name, rows)).join(' ');
    case 'sky':
      return describeSky(picture.sky);
    case 'winds':
      return describeWinds(picture.readings);
    case 'missions':
      return describeMissions(picture.missions);
    case 'flight':
      return describeFlight(picture.track);
    case 'legs':
      return describeLegs(picture.track);
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
    case 'run':
      return describeRun(picture);
    case 'archive':
      return describeArchive(picture.daysMs);
  }
}
