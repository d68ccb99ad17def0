import { firstLegs } from '../../../pictures/profile.ts';
import { type FlightKind, flights } from '../../../pictures/telling/tell-flights.ts';
import { barbLegend } from '../parts/barbs.tsx';
import type { Drawings } from './drawing.ts';
import { FlightPicture } from './flight-picture.tsx';
import { SoundingPicture } from './sounding-picture.tsx';

const directions = 'Going up is solid, going down dashed.';

export const drawings: Drawings<FlightKind> = {
  sounding: {
    ...flights.sounding,
    Drawn: ({ picture, label }) => <SoundingPicture rows={picture.rows} label={label} />,
    legend: `Temperature is solid, dew point dashed, a lifted parcel dotted. Behind them: isotherms, dry and moist adiabats, lines of equal mixing ratio. ${barbLegend}`,
  },
  flight: {
    ...flights.flight,
    Drawn: ({ picture, label }) => <FlightPicture track={picture.track} label={label} />,
    legend: directions,
  },
  legs: {
    ...flights.legs,
    Drawn: ({ picture, label }) => <FlightPicture track={firstLegs(picture.track)} label={label} names />,
    legend: directions,
  },
};
