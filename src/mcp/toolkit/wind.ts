/** Speed, and the direction from which it blows in degrees clockwise from north, as people speak of wind. */
export function windOf(u: number, v: number): { speed: number; direction: number } {
  const degrees = Math.round((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;
  return { speed: Math.round(Math.sqrt(u * u + v * v) * 100) / 100, direction: degrees };
}

interface MeasuredWind {
  speed: number | null;
  direction: number | null;
}

/** Wind of which one part is missing has neither speed nor direction: 0 m/s would be a calm that nobody measured. */
export const measuredWind = (u: number | null, v: number | null): MeasuredWind =>
  u === null || v === null ? { speed: null, direction: null } : windOf(u, v);

/** "5.7, 142° SE"; without a wind, the given words. */
export const windWords = ({ speed, direction }: MeasuredWind, missing: string) =>
  speed === null || direction === null ? missing : `${speed}, ${direction}° ${compassPoint(direction)}`;

const points = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

export const compassPoint = (direction: number) => points[Math.round(direction / 22.5) % 16]!;
