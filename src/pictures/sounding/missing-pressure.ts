import { DRY_AIR, GRAVITY, KELVIN } from './constants.ts';
import { between, type Layer, type Level } from './levels.ts';
import { mixingRatio, saturationHpa, virtualKelvin } from './saturation.ts';
import { standardHpa, standardKelvin } from './standard-atmosphere.ts';

/**
 * Gives every layer a pressure. What was not measured follows hydrostatically from the nearest layers where it was,
 * with the leg's own temperatures; only a leg that lacks it everywhere has that of the standard atmosphere.
 */
export function fillPressure(layers: readonly Layer[]): Omit<Level, 'dewPointCelsius'>[] {
  const known = layers.flatMap(({ pressureHpa }, index) => (pressureHpa === null ? [] : [index]));
  const depths = depthsAbove(layers);
  return layers.map((layer, index) => {
    if (layer.pressureHpa !== null)
      return { ...layer, pressureHpa: layer.pressureHpa, pressureFrom: 'measurement' };
    const below = known.findLast((other) => other < index);
    const above = known.find((other) => other > index);
    const nearest = below ?? above;
    if (nearest === undefined)
      return {
        ...layer,
        pressureHpa: standardHpa(layer.altitudeMetres),
        pressureFrom: 'standard atmosphere',
      };
    const logarithmAt = (other: number) => Math.log(layers[other]!.pressureHpa!);
    const logarithm =
      below !== undefined && above !== undefined
        ? between(
            logarithmAt(below),
            logarithmAt(above),
            (depths[index]! - depths[below]!) / (depths[above]! - depths[below]!),
          )
        : logarithmAt(nearest) - (depths[index]! - depths[nearest]!);
    return { ...layer, pressureHpa: Math.exp(logarithm), pressureFrom: 'height' };
  });
}

/** By how much ln p falls from the lowest layer to each. */
function depthsAbove(layers: readonly Layer[]): number[] {
  let depth = 0;
  return layers.map((layer, index) => {
    const below = layers[index - 1];
    if (below) {
      const kelvin = (virtualKelvinOf(below) + virtualKelvinOf(layer)) / 2;
      depth += (GRAVITY * (layer.altitudeMetres - below.altitudeMetres)) / (DRY_AIR * kelvin);
    }
    return depth;
  });
}

function virtualKelvinOf({ altitudeMetres, pressureHpa, celsius, humidityPercent }: Layer): number {
  if (celsius === null) return standardKelvin(altitudeMetres);
  const airHpa = pressureHpa ?? standardHpa(altitudeMetres);
  const vapour = Math.min(((humidityPercent ?? 0) / 100) * saturationHpa(celsius), airHpa / 10);
  return virtualKelvin(celsius + KELVIN, mixingRatio(vapour, airHpa));
}
