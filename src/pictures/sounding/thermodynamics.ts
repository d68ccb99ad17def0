/** 0 °C in K. */
export const zeroCelsiusKelvin = 273.15;
/** J/(kg K). */
export const dryAirGasConstant = 287.047;
/** The heat capacity is that at constant pressure, J/(kg K). */
export const dryAirHeatCapacity = 1004.666;
const kappa = dryAirGasConstant / dryAirHeatCapacity;
/** The ratio of the molecular masses of water and dry air. */
const epsilon = 0.62196;
/** The heat of vaporisation is that at 0 °C, J/kg. */
const vaporisationHeat = 2.50084e6;
export const gravity = 9.80665;
export const waterDensity = 999.975;
export const earthRadiusMetres = 6_371_000;

/** Constants of vapour and of liquid water, J/(kg K). */
const vapourGasConstant = dryAirGasConstant / epsilon;
const vapourHeatCapacity = 1860.078;
const waterHeatCapacity = 4219.4;
/** The triple point of water, and the vapour pressure there. */
const triplePointKelvin = 273.16;
const triplePointHpa = 6.112;
const heatDifference = waterHeatCapacity - vapourHeatCapacity;

/**
 * Saturation vapour pressure over water, at every temperature, by Ambaum (2020), Quarterly Journal of the Royal
 * Meteorological Society 146, 4252-4258. Bolton's (1980) is simpler, but makes 30 J/kg more CAPE in the tropics.
 */
export function saturationHpa(celsius: number): number {
  const kelvin = celsius + zeroCelsiusKelvin;
  if (kelvin <= 0) return 0;
  const heat = vaporisationHeat - heatDifference * (kelvin - triplePointKelvin);
  return (
    triplePointHpa *
    (triplePointKelvin / kelvin) ** (heatDifference / vapourGasConstant) *
    Math.exp((vaporisationHeat / triplePointKelvin - heat / kelvin) / vapourGasConstant)
  );
}

const dewPointSteps = 5;

/** The temperature with this saturation vapour pressure. Newton's method starts from Bolton's equation 11. */
export function dewPointCelsius(vapourHpa: number): number {
  const logarithm = Math.log(vapourHpa / 6.112);
  let celsius = (243.5 * logarithm) / (17.67 - logarithm);
  for (let step = 0; step < dewPointSteps; step++)
    celsius -= Math.log(saturationHpa(celsius) / vapourHpa) / logarithmicSlope(celsius);
  return celsius;
}

/** The slope of ln e_s, 1/K, which is that of Clausius and Clapeyron. */
function logarithmicSlope(celsius: number): number {
  const kelvin = celsius + zeroCelsiusKelvin;
  const heat = vaporisationHeat - heatDifference * (kelvin - triplePointKelvin);
  return heat / (vapourGasConstant * kelvin ** 2);
}

/** The result is in kg of vapour per kg of dry air. */
export function mixingRatio(vapourHpa: number, pressureHpa: number): number {
  return (epsilon * vapourHpa) / (pressureHpa - vapourHpa);
}

/** The vapour pressure of a mixing ratio. Its dew point gives the lines of equal mixing ratio. */
export function vapourHpa(ratio: number, pressureHpa: number): number {
  return (pressureHpa * ratio) / (epsilon + ratio);
}

/** The temperature at which dry air has the density of this moist air. */
export function virtualKelvin(kelvin: number, ratio: number): number {
  return (kelvin * (ratio + epsilon)) / (epsilon * (1 + ratio));
}

/** Runge-Kutta steps of this length in ln p are within 0.001 K of the solution. */
const logPressureStep = 0.02;
const maxSteps = 1000;

/** Unsaturated air keeps its potential temperature (Poisson's equation). */
export function liftDry(kelvin: number, fromHpa: number, toHpa: number): number {
  return kelvin * (toHpa / fromHpa) ** kappa;
}

/** Saturated air follows a pseudoadiabat: its water falls out as soon as it condenses. */
export function liftSaturated(kelvin: number, fromHpa: number, toHpa: number): number {
  const distance = Math.log(toHpa / fromHpa);
  const steps = Math.min(maxSteps, Math.ceil(Math.abs(distance) / logPressureStep));
  const step = distance / steps;
  let result = kelvin;
  for (let index = 0; index < steps; index++) {
    const pressureHpa = fromHpa * Math.exp(index * step);
    const middleHpa = pressureHpa * Math.exp(step / 2);
    const first = pseudoadiabaticSlope(result, pressureHpa);
    const second = pseudoadiabaticSlope(result + (first * step) / 2, middleHpa);
    const third = pseudoadiabaticSlope(result + (second * step) / 2, middleHpa);
    const fourth = pseudoadiabaticSlope(result + third * step, pressureHpa * Math.exp(step));
    result += (step * (first + 2 * second + 2 * third + fourth)) / 6;
  }
  return result;
}

/** The slope is dT / d ln p. */
function pseudoadiabaticSlope(kelvin: number, pressureHpa: number): number {
  const ratio = saturationRatio(kelvin, pressureHpa);
  return (
    (dryAirGasConstant * kelvin + vaporisationHeat * ratio) /
    (dryAirHeatCapacity + (vaporisationHeat ** 2 * ratio * epsilon) / (dryAirGasConstant * kelvin ** 2))
  );
}

/** The mixing ratio of saturated air. */
export function saturationRatio(kelvin: number, pressureHpa: number): number {
  return mixingRatio(saturationHpa(kelvin - zeroCelsiusKelvin), pressureHpa);
}

export interface Condensation {
  pressureHpa: number;
  kelvin: number;
}

/** The ratio of the gas constants, and of the heat capacities, of vapour and dry air. */
const vapourGasRatio = 1 / epsilon;
const vapourHeatRatio = vapourHeatCapacity / dryAirHeatCapacity;
const condensationSteps = 6;

/**
 * The lifting condensation level is where the vapour of the parcel saturates it. Its vapour adds to its heat capacity
 * (Romps 2017), which Bolton's equation 15 neglects: in the tropics that is 0.4 hPa off. Newton's method starts from
 * Bolton's temperature.
 */
export function condensationLevel(kelvin: number, dewPointKelvin: number, pressureHpa: number): Condensation {
  const vapour = saturationHpa(dewPointKelvin - zeroCelsiusKelvin);
  const ratio = mixingRatio(vapour, pressureHpa);
  const exponent = (1 + ratio * vapourHeatRatio) / (1 + ratio * vapourGasRatio) / kappa;
  // The share of vapour in the pressure stays the same, so that ln e_s(T) falls along the adiabat as ln p does.
  const excess = (celsius: number) =>
    Math.log(saturationHpa(celsius) / vapour) - exponent * Math.log((celsius + zeroCelsiusKelvin) / kelvin);
  let condensed = 56 + 1 / (1 / (dewPointKelvin - 56) + Math.log(kelvin / dewPointKelvin) / 800);
  for (let step = 0; step < condensationSteps; step++) {
    const celsius = condensed - zeroCelsiusKelvin;
    const slope = logarithmicSlope(celsius) - exponent / condensed;
    condensed -= excess(celsius) / slope;
  }
  return { pressureHpa: pressureHpa * (condensed / kelvin) ** exponent, kelvin: condensed };
}

/** By Normand's rule, the wet-bulb temperature is that of the parcel at its condensation level, brought back along a pseudoadiabat. */
export function wetBulbKelvin(kelvin: number, dewPointKelvin: number, pressureHpa: number): number {
  const condensed = condensationLevel(kelvin, dewPointKelvin, pressureHpa);
  return condensed.pressureHpa < pressureHpa
    ? liftSaturated(condensed.kelvin, condensed.pressureHpa, pressureHpa)
    : kelvin;
}

export function potentialKelvin(kelvin: number, pressureHpa: number): number {
  return liftDry(kelvin, pressureHpa, 1000);
}

/** Bolton's equation 39, which uses the potential temperature of the dry part at condensation from equation 24. */
export function equivalentPotentialKelvin(
  kelvin: number,
  dewPointKelvin: number,
  pressureHpa: number,
): number {
  const vapour = saturationHpa(dewPointKelvin - zeroCelsiusKelvin);
  const ratio = mixingRatio(vapour, pressureHpa);
  const condensed = condensationLevel(kelvin, dewPointKelvin, pressureHpa).kelvin;
  const dry = potentialKelvin(kelvin, pressureHpa - vapour) * (kelvin / condensed) ** (0.28 * ratio);
  return dry * Math.exp((3036 / condensed - 1.78) * ratio * (1 + 0.448 * ratio));
}

interface StandardLayer {
  bottomMetres: number;
  bottomKelvin: number;
  bottomHpa: number;
  kelvinPerMetre: number;
}

/** The ICAO standard atmosphere (1993), by geopotential height. */
const standardLayers: readonly StandardLayer[] = [
  { bottomMetres: 0, bottomKelvin: 288.15, bottomHpa: 1013.25, kelvinPerMetre: -0.0065 },
  { bottomMetres: 11_000, bottomKelvin: 216.65, bottomHpa: 226.32, kelvinPerMetre: 0 },
  { bottomMetres: 20_000, bottomKelvin: 216.65, bottomHpa: 54.749, kelvinPerMetre: 0.001 },
  { bottomMetres: 32_000, bottomKelvin: 228.65, bottomHpa: 8.6802, kelvinPerMetre: 0.0028 },
];

export function standardKelvin(altitudeMetres: number): number {
  const layer = standardLayerAt(altitudeMetres);
  return layer.bottomKelvin + layer.kelvinPerMetre * (altitudeMetres - layer.bottomMetres);
}

export function standardHpa(altitudeMetres: number): number {
  const { bottomHpa, bottomKelvin, bottomMetres, kelvinPerMetre } = standardLayerAt(altitudeMetres);
  if (kelvinPerMetre === 0)
    return (
      bottomHpa * Math.exp((-gravity * (altitudeMetres - bottomMetres)) / (dryAirGasConstant * bottomKelvin))
    );
  const exponent = -gravity / (dryAirGasConstant * kelvinPerMetre);
  return bottomHpa * (standardKelvin(altitudeMetres) / bottomKelvin) ** exponent;
}

const standardLayerAt = (altitudeMetres: number) =>
  standardLayers.findLast(({ bottomMetres }) => altitudeMetres >= bottomMetres) ?? standardLayers[0]!;
