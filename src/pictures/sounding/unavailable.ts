/** In place of a number that would be a lie: a sentence that says why there is none. */
export interface Unavailable {
  unavailable: string;
}

export type OrUnavailable<Known> = Known | Unavailable;

export const isUnavailable = <Known extends object>(known: OrUnavailable<Known>): known is Unavailable =>
  'unavailable' in known;

export interface Quantity {
  value: number;
  unit: 'J/kg' | 'mm' | 'm²/s²';
  /** The sounding ends before the quantity does: it is this much or more. */
  isLowerBound: boolean;
}

/** How sentences name a height. */
export const kilometres = (metres: number) => `${(metres / 1000).toFixed(1)} km`;

/** "0.0–12.6 km". */
export const kilometreRange = (fromMetres: number, toMetres: number) =>
  `${(fromMetres / 1000).toFixed(1)}–${kilometres(toMetres)}`;
