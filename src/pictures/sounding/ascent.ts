import { type Condensation, condensationLevel, liftDry, liftSaturated, saturationRatio } from './adiabats.ts';
import { type Air, airAtPressure } from './air.ts';
import { KELVIN } from './constants.ts';
import type { Parcel } from './parcel.ts';
import { mixingRatio, saturationHpa, virtualKelvin } from './saturation.ts';

/** A parcel at one level of its way up, and the air around it. */
export interface AscentPoint {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  virtualKelvin: number;
  airVirtualKelvin: number;
}

export interface Ascent {
  condensation: Condensation;
  /** From the start to the top of the sounding. */
  points: AscentPoint[];
  /** Which of them is the condensation level; undefined if it is above the top. */
  condensedAt: number | undefined;
}

/** Dry up to the condensation level, which becomes a level of its own, and along a pseudoadiabat above. */
export function liftParcel(parcel: Parcel, air: readonly Air[]): Ascent {
  const condensation = condensationLevel(parcel.kelvin, parcel.dewPointKelvin, parcel.pressureHpa);
  const own = airAtPressure(air, parcel.pressureHpa);
  const condensing = airAtPressure(air, condensation.pressureHpa);
  const around = [
    ...(own ? [own] : []),
    ...(condensing && condensation.pressureHpa < parcel.pressureHpa ? [condensing] : []),
    ...air.filter(
      ({ pressureHpa }) => pressureHpa < parcel.pressureHpa && pressureHpa !== condensation.pressureHpa,
    ),
  ].sort((one, other) => other.pressureHpa - one.pressureHpa);
  const dryRatio = mixingRatio(saturationHpa(parcel.dewPointKelvin - KELVIN), parcel.pressureHpa);
  let saturated = condensation;
  const points = around.map(({ pressureHpa, altitudeMetres, virtualKelvin: airVirtualKelvin }) => {
    const isDry = pressureHpa > condensation.pressureHpa;
    const kelvin = isDry
      ? liftDry(parcel.kelvin, parcel.pressureHpa, pressureHpa)
      : liftSaturated(saturated.kelvin, saturated.pressureHpa, pressureHpa);
    if (!isDry) saturated = { kelvin, pressureHpa };
    const ratio = isDry ? dryRatio : saturationRatio(kelvin, pressureHpa);
    return {
      pressureHpa,
      altitudeMetres,
      kelvin,
      virtualKelvin: virtualKelvin(kelvin, ratio),
      airVirtualKelvin,
    };
  });
  const condensedAt = points.findIndex(({ pressureHpa }) => pressureHpa <= condensation.pressureHpa);
  return { condensation, points, condensedAt: condensedAt < 0 ? undefined : condensedAt };
}
