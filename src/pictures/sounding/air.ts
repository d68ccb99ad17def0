import { KELVIN } from './constants.ts';
import { between, findGap, type Gap, type Level } from './levels.ts';
import { mixingRatio, saturationHpa, virtualKelvin } from './saturation.ts';
import type { OrUnavailable } from './unavailable.ts';

/** The air around a parcel at one level. */
export interface Air {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  /** Null where humidity was not measured, and too cold for it to matter. */
  dewPointKelvin: number | null;
  virtualKelvin: number;
}

export interface KnownAir {
  air: Air[];
  /** What ended it before the top of the sounding. */
  gap: Gap | undefined;
}

/** The levels whose density is known, up to the first gap: below -40 °C vapour weighs nothing, and may be missing. */
export function airOf(levels: readonly Level[]): OrUnavailable<KnownAir> {
  if (levels.every(({ celsius }) => celsius === null)) return { unavailable: 'No temperature was measured.' };
  if (levels.every(({ dewPointCelsius }) => dewPointCelsius === null))
    return { unavailable: 'No humidity was measured.' };
  const air = levels.flatMap(airAt);
  const gap = findGap(air);
  return { air: gap ? air.filter(({ altitudeMetres }) => altitudeMetres <= gap.fromMetres) : air, gap };
}

function airAt({ pressureHpa, altitudeMetres, celsius, dewPointCelsius, isDewPointDoubtful }: Level): Air[] {
  if (celsius === null || (dewPointCelsius === null && !isDewPointDoubtful)) return [];
  const kelvin = celsius + KELVIN;
  const ratio = dewPointCelsius === null ? 0 : mixingRatio(saturationHpa(dewPointCelsius), pressureHpa);
  return [
    {
      pressureHpa,
      altitudeMetres,
      kelvin,
      dewPointKelvin: dewPointCelsius === null ? null : dewPointCelsius + KELVIN,
      virtualKelvin: virtualKelvin(kelvin, ratio),
    },
  ];
}

/** Between two levels everything is linear in ln p. Undefined above the highest and below the lowest. */
export function airAtPressure(air: readonly Air[], pressureHpa: number): Air | undefined {
  const index = air.findIndex((each) => each.pressureHpa <= pressureHpa);
  const [above, below] = [air[index], air[index - 1]];
  if (!above || (!below && above.pressureHpa < pressureHpa)) return undefined;
  if (!below) return above;
  const part = Math.log(pressureHpa / below.pressureHpa) / Math.log(above.pressureHpa / below.pressureHpa);
  const dewPoints = [below.dewPointKelvin, above.dewPointKelvin] as const;
  return {
    pressureHpa,
    altitudeMetres: between(below.altitudeMetres, above.altitudeMetres, part),
    kelvin: between(below.kelvin, above.kelvin, part),
    dewPointKelvin:
      dewPoints[0] === null || dewPoints[1] === null ? null : between(dewPoints[0], dewPoints[1], part),
    virtualKelvin: between(below.virtualKelvin, above.virtualKelvin, part),
  };
}
