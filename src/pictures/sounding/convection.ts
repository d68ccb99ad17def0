import { heightBetween, type NamedLevel } from './levels.ts';
import { consecutivePairs, interpolate } from './math.ts';
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
  const free = findFreeConvection(ascent);
  return {
    kind,
    start: { ...toNamedLevel(parcel), dewPointCelsius: parcel.dewPointKelvin - zeroCelsiusKelvin },
    profile: ascent.points.map(toNamedLevel),
    condensation: condensationOf(parcel, ascent),
    ...(free ? buoyantOutcome(free, ascent) : stableOutcome(ascent)),
  };
}

type Outcome = Pick<Convection, 'freeConvection' | 'equilibrium' | 'cape' | 'cin'>;

function buoyantOutcome(free: Crossing, { points, top }: Ascent): Outcome {
  const equilibrium = findEquilibrium(points);
  const capeJoules = workBetween(points, free.pressureHpa, equilibrium?.pressureHpa ?? 0);
  const cinJoules = workBetween(points, Infinity, free.pressureHpa);
  return {
    freeConvection: toNamedLevel(free),
    equilibrium: equilibrium
      ? toNamedLevel(equilibrium)
      : {
          unavailable: `The parcel is still buoyant where the data end (${kilometres(top.altitudeMetres)}).`,
        },
    cape: { value: Math.max(0, capeJoules), unit: 'J/kg', isLowerBound: equilibrium === undefined },
    cin: { value: Math.min(0, cinJoules), unit: 'J/kg', isLowerBound: false },
  };
}

function stableOutcome({ points, condensed, top }: Ascent): Outcome {
  // Below the condensation level a parcel can be warmer than the air, which the diagram then shows.
  const isEverBuoyant = points.some((point) => virtualExcess(point) > 0);
  const reason = !condensed
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
function condensationOf(parcel: Parcel, { condensation, condensed }: Ascent): NamedLevel {
  const risenMetres = ((parcel.kelvin - condensation.kelvin) * dryAirHeatCapacity) / gravity;
  const altitudeMetres = condensed?.altitudeMetres ?? parcel.altitudeMetres + risenMetres;
  return toNamedLevel({ ...condensation, altitudeMetres });
}

interface Crossing {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
}

const toNamedLevel = ({ pressureHpa, altitudeMetres, kelvin }: Crossing): NamedLevel => ({
  pressureHpa,
  altitudeMetres,
  celsius: kelvin - zeroCelsiusKelvin,
});

/** A lifted parcel at one level, and the air around it. */
interface AscentPoint extends Crossing {
  virtualKelvin: number;
  airVirtualKelvin: number;
}

interface Ascent {
  condensation: Condensation;
  points: AscentPoint[];
  /** The point at the condensation level; undefined if that is above the top. */
  condensed: AscentPoint | undefined;
  top: Air;
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
  const condensed = points.find(({ pressureHpa }) => pressureHpa <= condensation.pressureHpa);
  return { condensation, points, condensed, top: air.at(-1)! };
}

/** All comparisons use virtual temperature, because buoyancy depends on density. */
const virtualExcess = ({ virtualKelvin, airVirtualKelvin }: AscentPoint) => virtualKelvin - airVirtualKelvin;

/** Returns the condensation level if the parcel is warmer there, else the lowest crossing above it. */
function findFreeConvection({ points, condensed }: Ascent): Crossing | undefined {
  if (!condensed || virtualExcess(condensed) > 0) return condensed;
  const pairs = consecutivePairs(points.slice(points.indexOf(condensed)));
  const crossed = pairs.find(([, above]) => virtualExcess(above) > 0);
  return crossed && crossingBetween(...crossed);
}

/**
 * Returns the highest crossing, because noise makes others near the condensation level. None if the parcel is warmer
 * at the top.
 */
function findEquilibrium(points: readonly AscentPoint[]): Crossing | undefined {
  const crossed = consecutivePairs(points).findLast((pair) => pair.some((point) => virtualExcess(point) > 0));
  return crossed && virtualExcess(crossed[1]) <= 0 ? crossingBetween(...crossed) : undefined;
}

function crossingBetween(below: AscentPoint, above: AscentPoint): Crossing {
  const part = virtualExcess(below) / (virtualExcess(below) - virtualExcess(above));
  return { ...heightBetween(below, above, part), kelvin: interpolate(below.kelvin, above.kelvin, part) };
}

/** The work of buoyancy in J/kg is the area between both curves in a diagram of ln p. */
function workBetween(points: readonly AscentPoint[], fromHpa: number, toHpa: number): number {
  let area = 0;
  for (const [below, above] of consecutivePairs(points)) {
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
