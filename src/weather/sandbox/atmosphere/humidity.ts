import { clamp } from './planet.ts';

// Magnus over water, Celsius and hPa.
const magnusHpa = 6.112;
const magnusSlope = 17.62;
const magnusCelsius = 243.12;

function saturationHpa(celsius: number): number {
  return magnusHpa * Math.exp((magnusSlope * celsius) / (magnusCelsius + celsius));
}

export function dewPointCelsius(celsius: number, relative: number): number {
  const logarithm = Math.log(relative) + (magnusSlope * celsius) / (magnusCelsius + celsius);
  return (magnusCelsius * logarithm) / (magnusSlope - logarithm);
}

/** Relative humidity from 0.01 to 1 at a height, from how moist the column is. */
export function relativeHumidity(moisture: number, pressureHpa: number): number {
  const height =
    pressureHpa >= 700 ? 1 + (pressureHpa - 700) / 2000 : clamp((pressureHpa - 60) / 640, 0.03, 1);
  return clamp(clamp(moisture, 0.08, 1) * height, 0.01, 1);
}

/** kg of water in a kg of air. */
export function specificHumidity(relative: number, celsius: number, pressureHpa: number): number {
  // In the thin warm air high up water would boil: hold the vapour to a share of the pressure.
  const vapourHpa = Math.min(relative * saturationHpa(celsius), 0.05 * pressureHpa);
  return (0.622 * vapourHpa) / (pressureHpa - 0.378 * vapourHpa);
}

/** Rain falls from columns near saturation, the more the warmer the air below. */
export function rainMillimetresPerHour(moisture: number, groundCelsius: number): number {
  const excess = clamp(moisture, 0, 1.15) - 0.71;
  if (excess <= 0) return 0;
  return 8 * excess ** 1.5 * clamp((groundCelsius + 25) / 50, 0.1, 1.1);
}
