import { flightText, legsText } from '../../pictures/flight-profile.ts';
import { soundingText } from '../../pictures/skew-t.ts';
import { FlightProfile } from './flight-profile.tsx';
import type { Drawings } from './picture-figure.tsx';
import { SoundingChart } from './skew-t.tsx';
import { barbLegend } from './svg.tsx';

const directionLegend = 'Solid is ascent, dashed is descent.';

export const drawings: Drawings<'sounding' | 'flight' | 'legs'> = {
  sounding: {
    ...soundingText,
    Chart: SoundingChart,
    legend: `Temperature is solid, dew point dashed, lifted parcel dotted. Background: isotherms, dry and moist adiabats, mixing ratios. ${barbLegend}`,
  },
  flight: { ...flightText, Chart: FlightProfile, legend: directionLegend },
  legs: { ...legsText, Chart: FlightProfile, legend: directionLegend },
};
