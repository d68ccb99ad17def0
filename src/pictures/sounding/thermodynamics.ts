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

// Bolton, D. (1980): The computation of equivalent potential temperature. Monthly Weather Review 108, 1046-1053.
const boltonHpa = 6.112;
const boltonSlope = 17.67;
const boltonCelsius = 243.5;
/**
 * The formula has a pole at −243.5 °C, which a cold parcel passes when lifted to 1 hPa. There is no vapour at such
 * temperatures.
 */
const minVapourCelsius = -200;

/** Bolton's equation 10 gives the saturation vapour pressure over water, at every temperature. */
export function saturationHpa(celsius: number): number {
  if (celsius < minVapourCelsius) return 0;
  return boltonHpa * Math.exp((boltonSlope * celsius) / (celsius + boltonCelsius));
}

/** Bolton's equation 11 is equation 10 solved for the temperature. */
export function dewPointCelsius(vapourHpa: number): number {
  const logarithm = Math.log(vapourHpa / boltonHpa);
  return (boltonCelsius * logarithm) / (boltonSlope - logarithm);
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

/** The lifting condensation level has its temperature from Bolton's equation 15 and its pressure from Poisson's. */
export function condensationLevel(kelvin: number, dewPointKelvin: number, pressureHpa: number): Condensation {
  const condensed = 56 + 1 / (1 / (dewPointKelvin - 56) + Math.log(kelvin / dewPointKelvin) / 800);
  return { pressureHpa: pressureHpa * (condensed / kelvin) ** (1 / kappa), kelvin: condensed };
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
