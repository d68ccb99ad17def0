/**
 * A sentence that says why a value can't be computed. Heights in it are written as `{1234.0}`, in metres, and
 * `withHeights` of `units.ts` puts them into a unit.
 */
export interface Unavailable {
  unavailable: string;
}

export type OrUnavailable<Known> = Known | Unavailable;

export const isUnavailable = <Known extends object>(known: OrUnavailable<Known>): known is Unavailable =>
  'unavailable' in known;

export interface Quantity {
  value: number;
  unit: 'J/kg' | 'mm' | 'm²/s²' | 'K' | 'K/km' | '°C';
  /** True if the sounding ends too early, so that the value may be higher. */
  isLowerBound: boolean;
}

/** A measured height in a sentence. */
export const height = (metres: number) => `{${metres.toFixed(1)}}`;

export const heightAboveSeaLevel = (metres: number) => `${height(metres)} above sea level`;

export const heightRange = (fromMetres: number, toMetres: number) =>
  `${height(fromMetres)}–${height(toMetres)}`;

/** Data that begin higher above the ground are not of the air near it. */
const maxGroundDistanceMetres = 500;

/** The height of the ground if the data begin near it; values that depend on the air there need it. */
export function requireGround(
  [lowest]: readonly { altitudeMetres: number }[],
  groundMetres: number | null,
  name: string,
): OrUnavailable<{ groundMetres: number }> {
  if (!lowest) return { unavailable: `No ${name} data.` };
  const from = heightAboveSeaLevel(lowest.altitudeMetres);
  if (groundMetres === null)
    return {
      unavailable: `This leg isn't known to come closer than 300 m to the ground: its data begin at ${from}.`,
    };
  return lowest.altitudeMetres - groundMetres > maxGroundDistanceMetres
    ? { unavailable: `No ${name} data below ${from}.` }
    : { groundMetres };
}

export const noDataIn = (name: string, gap: { fromMetres: number; toMetres: number }): Unavailable => ({
  unavailable: `No ${name} data at ${heightRange(gap.fromMetres, gap.toMetres)} above sea level.`,
});
