import type { Air } from './air.ts';
import { type Ascent, liftParcel } from './ascent.ts';
import { type Buoyancy, buoyancyOf, type Crossing } from './buoyancy.ts';
import { DRY_HEAT, GRAVITY, KELVIN } from './constants.ts';
import type { NamedLevel } from './levels.ts';
import { chooseParcel, type Parcel, type ParcelKind } from './parcel.ts';
import {
  isUnavailable,
  kilometres,
  type OrUnavailable,
  type Quantity,
  type Unavailable,
} from './unavailable.ts';

/** What becomes of a parcel that is lifted. */
export interface Convection {
  kind: ParcelKind;
  start: NamedLevel & { dewPointCelsius: number };
  path: { pressureHpa: number; altitudeMetres: number; celsius: number }[];
  condensation: NamedLevel;
  freeConvection: OrUnavailable<NamedLevel>;
  equilibrium: OrUnavailable<NamedLevel>;
  cape: OrUnavailable<Quantity>;
  cin: OrUnavailable<Quantity>;
}

/** A sounding that ends below this has not seen enough of the troposphere to say that nothing rises. */
const DEEP_ENOUGH_HPA = 300;

export function convectionOf(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Convection> {
  const parcel = chooseParcel(kind, air);
  if (isUnavailable(parcel)) return parcel;
  const ascent = liftParcel(parcel, air);
  const buoyancy = buoyancyOf(ascent);
  return {
    kind,
    start: { ...named(parcel), dewPointCelsius: parcel.dewPointKelvin - KELVIN },
    path: ascent.points.map(named),
    condensation: condensationOf(parcel, ascent),
    ...(buoyancy.free ? rising(buoyancy, buoyancy.free, ascent) : resting(ascent)),
  };
}

type Outcome = Pick<Convection, 'freeConvection' | 'equilibrium' | 'cape' | 'cin'>;

function rising(
  { equilibrium, capeJoules, cinJoules }: Buoyancy,
  free: Crossing,
  { points }: Ascent,
): Outcome {
  const top = points.at(-1)!;
  return {
    freeConvection: named(free),
    equilibrium: equilibrium
      ? named(equilibrium)
      : {
          unavailable: `The parcel is still warmer than the air at ${kilometres(top.altitudeMetres)}, where the measurements end.`,
        },
    cape: { value: capeJoules, unit: 'J/kg', isLowerBound: equilibrium === undefined },
    cin: { value: cinJoules, unit: 'J/kg', isLowerBound: false },
  };
}

function resting({ points, condensedAt }: Ascent): Outcome {
  const top = points.at(-1)!;
  const upTo = `up to ${kilometres(top.altitudeMetres)}, where the measurements end`;
  const unavailable: Unavailable = {
    unavailable:
      condensedAt === undefined
        ? `The parcel is not saturated ${upTo}.`
        : `The lifted parcel is nowhere warmer than the air ${upTo}.`,
  };
  const isDeep = top.pressureHpa <= DEEP_ENOUGH_HPA;
  return {
    freeConvection: unavailable,
    equilibrium: unavailable,
    cape: isDeep ? { value: 0, unit: 'J/kg', isLowerBound: false } : unavailable,
    cin: unavailable,
  };
}

/** Above the top its height follows from the parcel's own cooling, g / c_p. */
function condensationOf(parcel: Parcel, { condensation, points, condensedAt }: Ascent): NamedLevel {
  const risenMetres = ((parcel.kelvin - condensation.kelvin) * DRY_HEAT) / GRAVITY;
  const altitudeMetres =
    condensedAt === undefined ? parcel.altitudeMetres + risenMetres : points[condensedAt]!.altitudeMetres;
  return named({ ...condensation, altitudeMetres });
}

const named = ({ pressureHpa, altitudeMetres, kelvin }: Crossing): NamedLevel => ({
  pressureHpa,
  altitudeMetres,
  celsius: kelvin - KELVIN,
});
