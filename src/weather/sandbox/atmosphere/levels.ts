import { waveCount, waveTilt, zonalNumbers } from './waves.ts';

/**
 * All that depends on height alone. The vertical coordinate is x = ln(1000 hPa / p); every shape comes with its
 * derivative in x, because temperature is the derivative of the geopotential.
 */
export interface Level {
  pressureHpa: number;
  x: number;
  jet: number;
  jetSlope: number;
  trades: number;
  tradesSlope: number;
  wave: number;
  waveSlope: number;
  vortex: number;
  vortexSlope: number;
  /** How far each wave's trough leans west here: radians for each unit of x, and cos and sin of the whole. */
  tiltRate: Float64Array;
  tiltCos: number[];
  tiltSin: number[];
}

const tiltRates = Float64Array.from(zonalNumbers, (_, wave) => waveTilt(wave));
const waveGrowth = 0.85;
const vortexDepth = 1.2;

export function levelAt(pressureHpa: number): Level {
  return levelAtX(Math.log(1000 / pressureHpa));
}

export function levelAtX(x: number): Level {
  const fall = Math.exp(1 - x / 2);
  const jet = (x / 2) * fall;
  const jetSlope = 0.5 * (1 - x / 2) * fall;
  const trades = Math.exp(-x);
  const vortex = Math.exp(-x / vortexDepth);
  return {
    pressureHpa: 1000 * trades,
    x,
    jet,
    jetSlope,
    trades,
    tradesSlope: -trades,
    wave: 1 + waveGrowth * jet,
    waveSlope: waveGrowth * jetSlope,
    vortex,
    vortexSlope: -vortex / vortexDepth,
    tiltRate: tiltRates,
    ...tiltsAt(x),
  };
}

/** The rates are evenly spaced, so that each angle is the one before, turned by the same step. */
function tiltsAt(x: number): Pick<Level, 'tiltCos' | 'tiltSin'> {
  // Plain lists: levels are made by the thousand along a flight, and typed arrays are slow to make.
  const tiltCos: number[] = [];
  const tiltSin: number[] = [];
  const step = (tiltRates[1]! - tiltRates[0]!) * x;
  const [stepCos, stepSin] = [Math.cos(step), Math.sin(step)];
  let [cos, sin] = [Math.cos(tiltRates[0]! * x), Math.sin(tiltRates[0]! * x)];
  for (let wave = 0; wave < waveCount; wave++) {
    tiltCos.push(cos);
    tiltSin.push(sin);
    [cos, sin] = [cos * stepCos - sin * stepSin, cos * stepSin + sin * stepCos];
  }
  return { tiltCos, tiltSin };
}

export const groundLevel = levelAt(1000);
export const humidLevel = levelAt(700);
