/** Speed, and the direction from which it blows in degrees clockwise from north, as people speak of wind. */
export function windOf(u: number, v: number): { speed: number; direction: number } {
  const degrees = Math.round((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;
  return { speed: Math.round(Math.sqrt(u * u + v * v) * 100) / 100, direction: degrees };
}

const points = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

export const compassPoint = (direction: number) => points[Math.round(direction / 22.5) % 16]!;
