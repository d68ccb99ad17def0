import { DRY_AIR, DRY_HEAT, EPSILON, KAPPA, KELVIN, VAPORISATION_HEAT } from './constants.ts';
import { mixingRatio, saturationHpa } from './saturation.ts';

/** Runge and Kutta's steps this long in ln p are within 0.001 K of the solution. */
const STEP = 0.02;
const STEPS_MAX = 1000;

/** Poisson: unsaturated air keeps its potential temperature. */
export function liftDry(kelvin: number, fromHpa: number, toHpa: number): number {
  return kelvin * (toHpa / fromHpa) ** KAPPA;
}

/** Saturated air whose water falls out as soon as it condenses. */
export function liftSaturated(kelvin: number, fromHpa: number, toHpa: number): number {
  const distance = Math.log(toHpa / fromHpa);
  const steps = Math.min(STEPS_MAX, Math.ceil(Math.abs(distance) / STEP));
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

/** dT / d ln p. */
function pseudoadiabaticSlope(kelvin: number, pressureHpa: number): number {
  const ratio = saturationRatio(kelvin, pressureHpa);
  return (
    (DRY_AIR * kelvin + VAPORISATION_HEAT * ratio) /
    (DRY_HEAT + (VAPORISATION_HEAT ** 2 * ratio * EPSILON) / (DRY_AIR * kelvin ** 2))
  );
}

/** Kilograms of vapour that a kilogram of dry air holds at most. */
export function saturationRatio(kelvin: number, pressureHpa: number): number {
  return mixingRatio(saturationHpa(kelvin - KELVIN), pressureHpa);
}

export interface Condensation {
  pressureHpa: number;
  kelvin: number;
}

/** The lifting condensation level: Bolton 15 for its temperature, Poisson for its pressure. */
export function condensationLevel(kelvin: number, dewPointKelvin: number, pressureHpa: number): Condensation {
  const condensed = 56 + 1 / (1 / (dewPointKelvin - 56) + Math.log(kelvin / dewPointKelvin) / 800);
  return { pressureHpa: pressureHpa * (condensed / kelvin) ** (1 / KAPPA), kelvin: condensed };
}

export function potentialKelvin(kelvin: number, pressureHpa: number): number {
  return liftDry(kelvin, pressureHpa, 1000);
}

/** Bolton 39, with the potential temperature of the dry part at condensation from 24. */
export function equivalentPotentialKelvin(
  kelvin: number,
  dewPointKelvin: number,
  pressureHpa: number,
): number {
  const vapour = saturationHpa(dewPointKelvin - KELVIN);
  const ratio = mixingRatio(vapour, pressureHpa);
  const condensed = condensationLevel(kelvin, dewPointKelvin, pressureHpa).kelvin;
  const dry = potentialKelvin(kelvin, pressureHpa - vapour) * (kelvin / condensed) ** (0.28 * ratio);
  return dry * Math.exp((3036 / condensed - 1.78) * ratio * (1 + 0.448 * ratio));
}
