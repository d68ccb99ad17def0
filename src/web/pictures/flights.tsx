import { firstLegs } from '../../pictures/flight-profile.ts';
import { type FlightKind, flightTexts } from '../../pictures/picture-text.ts';
import { FlightProfile } from './flight-profile.tsx';
import type { Drawings } from './picture-figure.tsx';
import { SoundingPicture } from './skew-t.tsx';
import { barbLegend } from './svg.tsx';

const directions = 'Going up is solid, going down dashed.';

export const drawings: Drawings<FlightKind> = {
  sounding: {
    ...flightTexts.sounding,
    Drawn: ({ picture, label }) => <SoundingPicture rows={picture.rows} label={label} />,
    legend: `Temperature is solid, dew point dashed, a lifted parcel dotted. Behind them: isotherms, dry and moist adiabats, lines of equal mixing ratio. ${barbLegend}`,
  },
  flight: {
    ...flightTexts.flight,
    Drawn: ({ picture, label }) => <FlightProfile track={picture.track} label={label} />,
    legend: directions,
  },
  legs: {
    ...flightTexts.legs,
    Drawn: ({ picture, label }) => <FlightProfile track={firstLegs(picture.track)} label={label} names />,
    legend: directions,
  },
};
