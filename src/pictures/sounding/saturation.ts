import { EPSILON } from './constants.ts';

// Bolton, D. (1980): The computation of equivalent potential temperature. Monthly Weather Review 108, 1046-1053.
const SATURATION_HPA = 6.112;
const SLOPE = 17.67;
const CELSIUS = 243.5;
/** The formula has a pole at -243.5 °C, which a cold parcel lifted to 1 hPa passes; there is no vapour there. */
const NO_VAPOUR_CELSIUS = -200;

/** Bolton 10: vapour pressure at saturation over water, at every temperature. */
export function saturationHpa(celsius: number): number {
  if (celsius < NO_VAPOUR_CELSIUS) return 0;
  return SATURATION_HPA * Math.exp((SLOPE * celsius) / (celsius + CELSIUS));
}

/** Bolton 11, which is 10 solved for the temperature. */
export function dewPointCelsius(vapourHpa: number): number {
  const logarithm = Math.log(vapourHpa / SATURATION_HPA);
  return (CELSIUS * logarithm) / (SLOPE - logarithm);
}

/** Kilograms of vapour with a kilogram of dry air. */
export function mixingRatio(vapourHpa: number, pressureHpa: number): number {
  return (EPSILON * vapourHpa) / (pressureHpa - vapourHpa);
}

/** The vapour pressure of a mixing ratio; with `dewPointCelsius` it gives the lines of equal mixing ratio. */
export function vapourHpa(ratio: number, pressureHpa: number): number {
  return (pressureHpa * ratio) / (EPSILON + ratio);
}

/** The temperature at which dry air would be as light as this moist air. */
export function virtualKelvin(kelvin: number, ratio: number): number {
  return (kelvin * (ratio + EPSILON)) / (EPSILON * (1 + ratio));
}
