/** A sentence that says why a value can't be computed. */
export interface Unavailable {
  unavailable: string;
}

export type OrUnavailable<Known> = Known | Unavailable;

export const isUnavailable = <Known extends object>(known: OrUnavailable<Known>): known is Unavailable =>
  'unavailable' in known;

export interface Quantity {
  value: number;
  unit: 'J/kg' | 'mm' | 'm²/s²';
  /** True if the sounding ends too early, so that the value may be higher. */
  isLowerBound: boolean;
}

/** "12.6 km" */
export const kilometres = (metres: number) => `${(metres / 1000).toFixed(1)} km`;

/** "0.0–12.6 km" */
export const kilometreRange = (fromMetres: number, toMetres: number) =>
  `${(fromMetres / 1000).toFixed(1)}–${kilometres(toMetres)}`;
