import { missionsText } from './bar-chart.ts';
import { cyclonesText } from './cyclone-tracks.ts';
import { degreeDaysText } from './degree-day-map.ts';
import { fleetText } from './fleet-map.ts';
import { flightText, legsText } from './flight-profile.ts';
import { archiveText, runsText, runText } from './forecast-runs.ts';
import { gridText } from './grid.ts';
import { meteogramText } from './meteogram.ts';
import type { Picture, PictureText } from './picture.ts';
import { soundingText } from './skew-t.ts';
import { pathText, placeText } from './track-map.ts';
import { windsText } from './wind-map.ts';

/** Captions and tables of all kinds, for the server. The browser loads only the kinds that it draws. */
const texts: { [Kind in Picture['kind']]: PictureText<Kind> } = {
  meteogram: meteogramText,
  fleet: fleetText,
  winds: windsText,
  missions: missionsText,
  flight: flightText,
  legs: legsText,
  path: pathText,
  place: placeText,
  sounding: soundingText,
  cyclones: cyclonesText,
  grid: gridText,
  'degree days': degreeDaysText,
  runs: runsText,
  run: runText,
  archive: archiveText,
};

export function textOf(picture: Picture) {
  // The compiler can't see that the text has the kind of the picture.
  const { caption, table } = texts[picture.kind] as PictureText<Picture['kind']>;
  return { caption: () => caption(picture), table: () => table(picture) };
}
