import type { SoundingRow } from '../../src/pictures/sounding/rows.ts';
import { standardHpa, standardKelvin } from '../../src/pictures/sounding/thermodynamics.ts';

/** Returns a row measured on the ground, with some values replaced. */
export const row = (values: Partial<SoundingRow> = {}): SoundingRow => ({
  timestamp: 1_000_000,
  latitude: 50,
  longitude: 10,
  altitude: 100,
  humidity: 60,
  pressure: 1000,
  temperature: 10,
  speed_u: 5,
  speed_v: 0,
  ...values,
});

interface Flight {
  fromMetres: number;
  toMetres: number;
  metresPerSecond?: number;
  everySeconds?: number;
  beginSeconds?: number;
  /** Differences from the standard atmosphere. */
  measure?: (altitudeMetres: number, index: number) => Partial<SoundingRow>;
}

/** Returns rows of a balloon that climbs or sinks evenly through the standard atmosphere. */
export function flightRows({
  fromMetres,
  toMetres,
  metresPerSecond = 5,
  everySeconds = 10,
  beginSeconds = 1_000_000,
  measure = () => ({}),
}: Flight): SoundingRow[] {
  const seconds = Math.abs(toMetres - fromMetres) / metresPerSecond;
  return Array.from({ length: Math.floor(seconds / everySeconds) + 1 }, (_, index) => {
    const altitude = fromMetres + Math.sign(toMetres - fromMetres) * metresPerSecond * everySeconds * index;
    return row({
      timestamp: beginSeconds + index * everySeconds,
      altitude,
      pressure: standardHpa(altitude),
      temperature: standardKelvin(altitude) - 273.15,
      ...measure(altitude, index),
    });
  });
}
