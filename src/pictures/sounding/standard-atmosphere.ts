import { DRY_AIR, GRAVITY } from './constants.ts';

interface Slab {
  bottomMetres: number;
  bottomKelvin: number;
  bottomHpa: number;
  kelvinPerMetre: number;
}

/** ICAO's atmosphere (1993) by geopotential height. */
const SLABS: readonly Slab[] = [
  { bottomMetres: 0, bottomKelvin: 288.15, bottomHpa: 1013.25, kelvinPerMetre: -0.0065 },
  { bottomMetres: 11_000, bottomKelvin: 216.65, bottomHpa: 226.32, kelvinPerMetre: 0 },
  { bottomMetres: 20_000, bottomKelvin: 216.65, bottomHpa: 54.749, kelvinPerMetre: 0.001 },
  { bottomMetres: 32_000, bottomKelvin: 228.65, bottomHpa: 8.6802, kelvinPerMetre: 0.0028 },
];

export function standardKelvin(altitudeMetres: number): number {
  const slab = slabAt(altitudeMetres);
  return slab.bottomKelvin + slab.kelvinPerMetre * (altitudeMetres - slab.bottomMetres);
}

export function standardHpa(altitudeMetres: number): number {
  const { bottomHpa, bottomKelvin, bottomMetres, kelvinPerMetre } = slabAt(altitudeMetres);
  if (kelvinPerMetre === 0)
    return bottomHpa * Math.exp((-GRAVITY * (altitudeMetres - bottomMetres)) / (DRY_AIR * bottomKelvin));
  const exponent = -GRAVITY / (DRY_AIR * kelvinPerMetre);
  return bottomHpa * (standardKelvin(altitudeMetres) / bottomKelvin) ** exponent;
}

const slabAt = (altitudeMetres: number) =>
  SLABS.findLast(({ bottomMetres }) => altitudeMetres >= bottomMetres) ?? SLABS[0]!;
