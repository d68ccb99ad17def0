import { windDirection as directionOf } from '../../pictures/format.ts';

export const windDirection =
  'degrees clockwise from north, from which the wind blows: 360 is north, 0 is a calm';

/** Speed, and the direction from which the wind blows in degrees clockwise from north: 360 is north, 0 a calm. */
export function toWind(u: number, v: number): { speed: number; direction: number } {
  return { speed: Math.round(Math.sqrt(u * u + v * v) * 100) / 100, direction: directionOf({ u, v }) };
}

interface Wind {
  speed: number | null;
  direction: number | null;
}

/** Wind with a missing component has neither speed nor direction, because 0 m/s would be a measured calm. */
export const toWindOrNull = (u: number | null, v: number | null): Wind =>
  u === null || v === null ? { speed: null, direction: null } : toWind(u, v);

/** "5.7, 142° SE"; `missing` if there is no wind. */
export const formatWind = ({ speed, direction }: Wind, missing: string) =>
  speed === null || direction === null ? missing : `${speed}, ${direction}° ${compassPoint(direction)}`;

const compassPoints = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW N'.split(' ');

export const compassPoint = (direction: number) => compassPoints[Math.round(direction / 22.5)] ?? '';
