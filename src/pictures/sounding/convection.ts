import { interpolate, type NamedLevel } from './levels.ts';
import { type Air, airAtPressure, chooseParcel, type Parcel, type ParcelKind } from './parcel.ts';
import {
  type Condensation,
  condensationLevel,
  dryAirGasConstant,
  dryAirHeatCapacity,
  gravity,
  liftDry,
  liftSaturated,
  mixingRatio,
  saturationHpa,
  saturationRatio,
  virtualKelvin,
  zeroCelsiusKelvin,
} from './thermodynamics.ts';
import {
  isUnavailable,
  kilometres,
  type OrUnavailable,
  type Quantity,
  type Unavailable,
} from './unavailable.ts';

/** The outcome of lifting a parcel. */
export interface Convection {
  kind: ParcelKind;
  start: NamedLevel & { dewPointCelsius: number };
  profile: { pressureHpa: number; altitudeMetres: number; celsius: number }[];
  condensation: NamedLevel;
  freeConvection: OrUnavailable<NamedLevel>;
  equilibrium: OrUnavailable<NamedLevel>;
  cape: OrUnavailable<Quantity>;
  cin: OrUnavailable<Quantity>;
}

/** A sounding that ends below this level is too shallow to say that CAPE is zero. */
const deepSoundingHpa = 300;

export function convectionOf(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Convection> {
  const parcel = chooseParcel(kind, air);
  if (isUnavailable(parcel)) return parcel;
  const ascent = liftParcel(parcel, air);
  const buoyancy = buoyancyOf(ascent);
  return {
    kind,
    start: { ...toNamedLevel(parcel), dewPointCelsius: parcel.dewPointKelvin - zeroCelsiusKelvin },
    profile: ascent.points.map(toNamedLevel),
    condensation: condensationOf(parcel, ascent),
    ...(buoyancy.free ? buoyantOutcome(buoyancy, buoyancy.free, ascent) : stableOutcome(ascent)),
  };
}

type Outcome = Pick<Convection, 'freeConvection' | 'equilibrium' | 'cape' | 'cin'>;

function buoyantOutcome(
  { equilibrium, capeJoules, cinJoules }: Buoyancy,
  free: Crossing,
  { points }: Ascent,
): Outcome {
  const top = points.at(-1)!;
  return {
    freeConvection: toNamedLevel(free),
    equilibrium: equilibrium
      ? toNamedLevel(equilibrium)
      : {
          unavailable: `The parcel is still buoyant where the data end (${kilometres(top.altitudeMetres)}).`,
        },
    cape: { value: capeJoules, unit: 'J/kg', isLowerBound: equilibrium === undefined },
    cin: { value: cinJoules, unit: 'J/kg', isLowerBound: false },
  };
}

function stableOutcome({ points, condensedAt }: Ascent): Outcome {
  const top = points.at(-1)!;
  // Below the condensation level a parcel can be warmer than the air, which the diagram then shows.
  const isEverBuoyant = points.some((point) => virtualExcess(point) > 0);
  const reason =
    condensedAt === undefined
      ? "The parcel doesn't reach saturation"
      : isEverBuoyant
        ? "The parcel isn't buoyant above the LCL"
        : 'The parcel never becomes buoyant';
  const unavailable: Unavailable = {
    unavailable: `${reason} (data end at ${kilometres(top.altitudeMetres)}).`,
  };
  const isDeep = top.pressureHpa <= deepSoundingHpa;
  return {
    freeConvection: unavailable,
    equilibrium: unavailable,
    cape: isDeep ? { value: 0, unit: 'J/kg', isLowerBound: false } : unavailable,
    cin: unavailable,
  };
}

/** If the level is above the top, its height follows from the parcel's dry cooling rate, g / c_p. */
function condensationOf(parcel: Parcel, { condensation, points, condensedAt }: Ascent): NamedLevel {
  const risenMetres = ((parcel.kelvin - condensation.kelvin) * dryAirHeatCapacity) / gravity;
  const altitudeMetres =
    condensedAt === undefined ? parcel.altitudeMetres + risenMetres : points[condensedAt]!.altitudeMetres;
  return toNamedLevel({ ...condensation, altitudeMetres });
}

const toNamedLevel = ({ pressureHpa, altitudeMetres, kelvin }: Crossing): NamedLevel => ({
  pressureHpa,
  altitudeMetres,
  celsius: kelvin - zeroCelsiusKelvin,
});

/** A lifted parcel at one level, and the air around it. */
interface AscentPoint {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  virtualKelvin: number;
  airVirtualKelvin: number;
}

interface Ascent {
  condensation: Condensation;
  points: AscentPoint[];
  /** The index of the condensation level; undefined if it is above the top. */
  condensedAt: number | undefined;
}

/** The parcel follows a dry adiabat to the condensation level, which is added as a level, and a pseudoadiabat above. */
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
  const dryRatio = mixingRatio(saturationHpa(parcel.dewPointKelvin - zeroCelsiusKelvin), parcel.pressureHpa);
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

interface Crossing {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
}

interface Buoyancy {
  /** The level of free convection; undefined if the parcel never becomes buoyant. */
  free: Crossing | undefined;
  /** The equilibrium level; undefined if it is above the top. */
  equilibrium: Crossing | undefined;
  capeJoules: number;
  cinJoules: number;
}

/** All comparisons use virtual temperature, because buoyancy depends on density. */
function buoyancyOf({ points, condensedAt }: Ascent): Buoyancy {
  const none = { free: undefined, equilibrium: undefined, capeJoules: 0, cinJoules: 0 };
  if (condensedAt === undefined) return none;
  const free = findFreeConvection(points, condensedAt);
  if (!free) return none;
  const equilibrium = findEquilibrium(points);
  const topHpa = equilibrium?.pressureHpa ?? points.at(-1)!.pressureHpa;
  return {
    free,
    equilibrium,
    capeJoules: Math.max(0, workBetween(points, free.pressureHpa, topHpa)),
    cinJoules: Math.min(0, workBetween(points, points[0]!.pressureHpa, free.pressureHpa)),
  };
}

const virtualExcess = ({ virtualKelvin, airVirtualKelvin }: AscentPoint) => virtualKelvin - airVirtualKelvin;

/** Returns the condensation level if the parcel is warmer there, else the lowest crossing above it. */
function findFreeConvection(points: readonly AscentPoint[], condensedAt: number): Crossing | undefined {
  const condensed = points[condensedAt]!;
  if (virtualExcess(condensed) > 0) return condensed;
  const index = points.findIndex((point, position) => position > condensedAt && virtualExcess(point) > 0);
  return index < 0 ? undefined : crossingBetween(points[index - 1]!, points[index]!);
}

/**
 * Returns the highest crossing, because noise makes others near the condensation level. None if the parcel is warmer
 * at the top.
 */
function findEquilibrium(points: readonly AscentPoint[]): Crossing | undefined {
  const index = points.findLastIndex((point) => virtualExcess(point) > 0);
  const above = points[index + 1];
  return above && crossingBetween(points[index]!, above);
}

function crossingBetween(below: AscentPoint, above: AscentPoint): Crossing {
  const part = virtualExcess(below) / (virtualExcess(below) - virtualExcess(above));
  return {
    pressureHpa: below.pressureHpa * (above.pressureHpa / below.pressureHpa) ** part,
    altitudeMetres: interpolate(below.altitudeMetres, above.altitudeMetres, part),
    kelvin: interpolate(below.kelvin, above.kelvin, part),
  };
}

/** The work of buoyancy in J/kg is the area between both curves in a diagram of ln p. */
function workBetween(points: readonly AscentPoint[], fromHpa: number, toHpa: number): number {
  let area = 0;
  for (let index = 1; index < points.length; index++) {
    const [below, above] = [points[index - 1]!, points[index]!];
    const [bottomHpa, topHpa] = [Math.min(below.pressureHpa, fromHpa), Math.max(above.pressureHpa, toHpa)];
    if (bottomHpa <= topHpa) continue;
    const whole = Math.log(above.pressureHpa / below.pressureHpa);
    const at = (pressureHpa: number) =>
      interpolate(
        virtualExcess(below),
        virtualExcess(above),
        Math.log(pressureHpa / below.pressureHpa) / whole,
      );
    area += ((at(bottomHpa) + at(topHpa)) / 2) * Math.log(bottomHpa / topHpa);
  }
  return dryAirGasConstant * area;
}
