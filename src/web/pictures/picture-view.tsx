import { describePicture } from '../../drawing/describe.ts';
import type { Picture } from '../../drawing/picture.ts';
import { tableOf } from '../../drawing/tables.ts';
import { ArchivePicture } from './archive-picture.tsx';
import { BarsPicture } from './bars-picture.tsx';
import { DegreeDaysPicture } from './degree-days-picture.tsx';
import { FlightPicture } from './flight-picture.tsx';
import { GridPicture } from './grid-picture.tsx';
import { CyclonesPicture, PathPicture, PlacePicture, WindsPicture } from './map-pictures.tsx';
import { MeteogramPicture } from './meteogram-picture.tsx';
import { PictureTable } from './picture-table.tsx';
import { RunPicture } from './run-picture.tsx';
import { RunsPicture } from './runs-picture.tsx';
import { SkyPicture } from './sky-picture.tsx';
import { SoundingPicture } from './sounding-picture.tsx';

/** The inside of a figure: its name, the sentence, the picture and its numbers. */
export function PictureView({ picture, name }: { picture: Picture; name: string }) {
  const sentence = describePicture(picture);
  return (
    <>
      <figcaption>
        <strong>{name}</strong> {sentence}
      </figcaption>
      <Drawn picture={picture} label={sentence} />
      {legends[picture.kind] && <p className="picture-legend">{legends[picture.kind]}</p>}
      <PictureTable table={tableOf(picture)} name={name} />
    </>
  );
}

const barbs =
  'A barb points to where the wind comes from: half a feather is 5 knots, a feather 10, a pennant 50.';

/** How to read it. */
const legends: Partial<Record<Picture['kind'], string>> = {
  meteogram: barbs,
  sky: 'A dot is a balloon, the line behind it its last day.',
  winds: `${barbs} Feathers stand on the other side in the southern hemisphere.`,
  sounding: `Temperature is solid, dew point dashed, a lifted parcel dotted. Behind them: isotherms, dry and moist adiabats, lines of equal mixing ratio. ${barbs}`,
  flight: 'Going up is solid, going down dashed.',
  legs: 'Going up is solid, going down dashed.',
  path: 'A dot every 6 hours, a larger one at 00 UTC.',
  cyclones: 'A dot every 6 hours, a larger one at 00 UTC; dashed, the frames of the basins.',
  'degree days':
    'A tile is a state, about where it lies, with the sum of its days: the stronger its colour, the more there are.',
  archive: 'A strip is a year; a gap in it is a day without a run.',
  runs: 'A ring is the time of a run; a strip is what there is of it, pale where more will come.',
};

function Drawn({ picture, label }: { picture: Picture; label: string }) {
  switch (picture.kind) {
    case 'meteogram':
      return <MeteogramPicture places={picture.places} label={label} />;
    case 'sky':
      return <SkyPicture sky={picture.sky} label={label} />;
    case 'winds':
      return <WindsPicture readings={picture.readings} label={label} />;
    case 'missions': {
      const entries = picture.missions.map(({ name, daysAloft }) => ({ label: name, value: daysAloft }));
      return <BarsPicture entries={entries} of="days" label={label} />;
    }
    case 'flight':
      return <FlightPicture track={picture.track} label={label} />;
    case 'legs':
      return <FlightPicture track={picture.track} label={label} names />;
    case 'path':
      return <PathPicture path={picture.path} label={label} />;
    case 'place':
      return <PlacePicture name={picture.name} place={picture.place} label={label} />;
    case 'sounding':
      return <SoundingPicture rows={picture.rows} label={label} />;
    case 'cyclones':
      return <CyclonesPicture tracks={picture.tracks} label={label} />;
    case 'grid':
      return <GridPicture grid={picture.grid} unit={picture.unit} label={label} />;
    case 'degree days':
      return <DegreeDaysPicture of={picture} label={label} />;
    case 'runs':
      return <RunsPicture runs={picture.runs} label={label} />;
    case 'run':
      return <RunPicture run={picture} label={label} />;
    case 'archive':
      return <ArchivePicture daysMs={picture.daysMs} label={label} />;
  }
}
