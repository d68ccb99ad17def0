/** The air in a layer of 100 m: means of its rows. */
export interface Level {
  timeSeconds: number;
  place: { latitude: number; longitude: number } | null;
  /** Geopotential height above the sea. */
  altitudeMetres: number;
  pressureHpa: number;
  /** Where it was not measured: from the heights and temperatures between, or from the standard atmosphere. */
  pressureFrom: 'measurement' | 'height' | 'standard atmosphere';
  celsius: number | null;
  /** Over water, at every temperature. */
  humidityPercent: number | null;
  dewPointCelsius: number | null;
  /** So cold that humidity sensors read too dry. */
  isDewPointDoubtful: boolean;
  wind: { u: number; v: number } | null;
  /** How many rows there are in it. */
  rows: number;
}

/** A height that has a meaning. */
export interface NamedLevel {
  pressureHpa: number;
  altitudeMetres: number;
  celsius: number;
}

/** Before its pressure is known everywhere. */
export type Layer = Omit<Level, 'pressureHpa' | 'pressureFrom' | 'dewPointCelsius'> & {
  pressureHpa: number | null;
};

/** Cold sensors lag and read too dry: by a factor of 1.3 at -35 °C, of 2 at -60 °C. */
export const DOUBTFUL_CELSIUS = -40;

/** Nothing is interpolated over more than this. */
const GAP_METRES = 2000;

export interface Gap {
  fromMetres: number;
  toMetres: number;
}

/** The first stretch without measurements that is too long to be bridged. */
export function findGap(levels: readonly { altitudeMetres: number }[]): Gap | undefined {
  for (let index = 1; index < levels.length; index++) {
    const [from, to] = [levels[index - 1]!, levels[index]!];
    if (to.altitudeMetres - from.altitudeMetres > GAP_METRES)
      return { fromMetres: from.altitudeMetres, toMetres: to.altitudeMetres };
  }
  return undefined;
}

/** `part` of the way from one to the other. */
export const between = (from: number, to: number, part: number) => from + (to - from) * part;
