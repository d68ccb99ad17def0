import { clamp } from '../../../pictures/sounding/math.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { chance, chanceUses } from './chance.ts';
import { waveCount, waveVariance } from './snapshot.ts';

/** From 0 for a dry climate to 1: rain compared with what the warmth of the air could evaporate. */
export function climateMoistness(rainPerDay: number, celsius: number): number {
  const evaporation = 0.3 + 0.18 * Math.max(0, celsius);
  return rainPerDay / (rainPerDay + 0.2 * evaporation);
}

/** The mean relative humidity near the ground. */
export function climateHumidity(moistness: number, land: number): number {
  return 0.71 * (1 - land) + (0.13 + 0.58 * moistness) * land;
}

/** It rains where the wetness is above this: often in wet climates, rarely in dry ones. */
export function rainThreshold(logRainPerDay: number): number {
  return clamp(0.95 - 0.42 * logRainPerDay, minThreshold, maxThreshold);
}

/** From 0 at the humidity of the climate to 1 at the saturation in which it rains. */
export function rainApproach(wetness: number, threshold: number): number {
  const part = clamp(1 + (wetness - threshold) / 0.9, 0, 1);
  return part * part * (3 - 2 * part);
}

const inRain = 0.95;

/** Humidity approaches its limit smoothly within about this range, so that maps show no edge. */
const smoothing = 0.1;

export function groundHumidity(climate: number, approach: number, dayKelvin: number, limit: number): number {
  // The vapour hardly changes during a day, so that warm hours are relatively dry.
  const today = climate * Math.exp(-0.05 * dayKelvin);
  const humidity = Math.min(today + (inRain - today) * approach, 0.99);
  const apart = humidity - limit;
  return Math.max(0.05, (humidity + limit - Math.sqrt(apart * apart + smoothing * smoothing)) / 2);
}

/** The energy near the ground is compared with that of air this much higher, in x: at 550 hPa above the sea. */
const aloftX = 0.6;
/**
 * Air near the ground may have this much more energy, in kelvin, than saturated air aloft: the maximum if the air aloft
 * is at 0 °C or warmer, the minimum if it is very cold.
 */
const maxExcessKelvin = 11;
const minExcessKelvin = 7;
/** Vapour of a thousandth of the air's mass warms it by 2.49 K when it condenses. */
const condensationKelvin = 2490;

/**
 * The relative humidity near the ground above which the energy of the air, from its warmth, height and vapour, would be
 * too far above that of saturated air aloft: convection would soon have carried it upwards.
 */
export function convectiveHumidity(
  celsius: number,
  groundX: number,
  freeKelvin: number,
  lapse: number,
): number {
  const kelvinBetween = freeKelvin + lapse * (groundX + aloftX / 2);
  const aloftCelsius = kelvinBetween + (lapse * aloftX) / 2 - zeroCelsiusKelvin;
  const excess = clamp(maxExcessKelvin + 0.3 * aloftCelsius, minExcessKelvin, maxExcessKelvin);
  const coolingOnTheWay = (2 / 7) * aloftX * kelvinBetween;
  const fromVapour = aloftCelsius + coolingOnTheWay + excess - celsius;
  const hpa = (fromVapour / condensationKelvin / 0.622) * 1000 * Math.exp(-groundX);
  return (hpa + saturationHpa(aloftCelsius) * pressureRatio) / saturationHpa(celsius);
}

const pressureRatio = Math.exp(aloftX);

/** Relative humidity above the boundary layer. Above the tropopause the air is always dry. */
export function upperHumidity(climate: number, approach: number, x: number, tropopauseX: number): number {
  const dry = 0.55 * climate;
  const upwards = clamp((1.1 - x / tropopauseX) / 0.4, 0.03, 1);
  return (dry + (inRain - dry) * approach) * upwards;
}

const minThreshold = -0.2;
const maxThreshold = 2;
const knots = 45;
const rainPower = 1.5;
const excess = (wetness: number, threshold: number) => Math.max(0, wetness - threshold) ** rainPower;

/** The mean excess for evenly spaced thresholds, over many states of as many waves as the wetness has. */
const meanExcess = measureMeanExcess();

function measureMeanExcess(): number[] {
  const states = Array.from({ length: 4000 }, (_, state) => {
    let sum = 0;
    for (let wave = 0; wave < waveCount; wave++)
      sum += Math.cos(2 * Math.PI * chance(chanceUses.wetness, state, wave));
    return sum / Math.sqrt(waveVariance * waveCount);
  });
  return Array.from({ length: knots }, (_, knot) => {
    const threshold = minThreshold + ((maxThreshold - minThreshold) * knot) / (knots - 1);
    return states.reduce((sum, wetness) => sum + excess(wetness, threshold), 0) / states.length;
  });
}

/** Rain in mm of the hour before, whose mean over all weather is the climate's. */
export function rainMillimetres(wetness: number, threshold: number, logRainPerDay: number): number {
  const above = wetness - threshold;
  if (above <= 0) return 0;
  const knot = ((threshold - minThreshold) / (maxThreshold - minThreshold)) * (knots - 1);
  const from = Math.min(knots - 2, Math.floor(knot));
  const mean = meanExcess[from]! + (meanExcess[from + 1]! - meanExcess[from]!) * (knot - from);
  return (Math.exp(logRainPerDay) / 24 / mean) * above * Math.sqrt(above);
}

// The Magnus formula over water has these constants in Celsius and hPa.
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

/** kg of water in a kg of air. */
export function specificHumidity(relative: number, celsius: number, pressureHpa: number): number {
  // Water would boil in the thin warm air high up, so the vapour is limited to a share of the pressure.
  const vapourHpa = Math.min(relative * saturationHpa(celsius), 0.045 * pressureHpa);
  return (0.622 * vapourHpa) / (pressureHpa - 0.378 * vapourHpa);
}
