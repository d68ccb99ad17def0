import { heightBetween, type NamedLevel } from './levels.ts';
import { consecutivePairs, interpolate, sum } from './math.ts';
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
  heightAboveSeaLevel,
  isUnavailable,
  type OrUnavailable,
  type Quantity,
  type Unavailable,
} from './unavailable.ts';

/** The outcome of lifting a parcel. */
export interface Convection {
  start: NamedLevel & { dewPointCelsius: number };
  profile: ProfilePoint[];
  condensation: NamedLevel;
  freeConvection: OrUnavailable<NamedLevel>;
  equilibrium: OrUnavailable<NamedLevel>;
  cape: OrUnavailable<Quantity>;
  cin: OrUnavailable<Quantity>;
  liftedIndex: OrUnavailable<Quantity>;
}

/** The lifted parcel at one level. Its virtual temperature is compared with that of the air around it. */
interface ProfilePoint extends NamedLevel {
  virtualCelsius: number;
  airVirtualCelsius: number;
}

/** A sounding that ends below this level is too shallow to say that CAPE is zero. */
const deepSoundingHpa = 300;

export function convectionOf(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Convection> {
  const parcel = chooseParcel(kind, air);
  if (isUnavailable(parcel)) return parcel;
  const ascent = liftParcel(parcel, air);
  return {
    start: { ...toNamedLevel(parcel), dewPointCelsius: parcel.dewPointKelvin - zeroCelsiusKelvin },
    profile: ascent.points.map((point) => ({
      ...toNamedLevel(point),
      virtualCelsius: point.virtualKelvin - zeroCelsiusKelvin,
      airVirtualCelsius: point.airVirtualKelvin - zeroCelsiusKelvin,
    })),
    condensation: condensationOf(parcel, ascent),
    ...(buoyantOutcome(ascent) ?? stableOutcome(ascent)),
    liftedIndex: liftedIndex(parcel, ascent, air),
  };
}

type Outcome = Pick<Convection, 'freeConvection' | 'equilibrium' | 'cape' | 'cin'>;

/**
 * The level of free convection is the bottom of the buoyant layer with the most CAPE, so that a shallow layer of
 * cumulus below an inversion is not free convection. CIN is all negative area below that level, CAPE all positive area
 * above. Undefined if the parcel isn't buoyant above the condensation level.
 */
function buoyantOutcome({ points, condensed, top }: Ascent): Outcome | undefined {
  if (!condensed) return undefined;
  const parts = partsOf(points);
  const layers = buoyantLayers(
    parts.filter(({ below }) => below.pressureHpa <= condensed.pressureHpa),
  ).toSorted((one, other) => workOf(other) - workOf(one));
  const free = layers[0]?.[0]?.below;
  const last = parts.findLast(({ joules }) => joules > 0)?.above;
  if (!free || !last) return undefined;
  const isOpen = virtualExcess(last) > 0;
  const isAbove = ({ below }: AscentPart) => below.pressureHpa <= free.pressureHpa;
  const capeJoules = workOf(parts.filter((part) => part.joules > 0 && isAbove(part)));
  const cinJoules = workOf(parts.filter((part) => part.joules < 0 && !isAbove(part)));
  return {
    freeConvection: toNamedLevel(free),
    equilibrium: isOpen
      ? {
          unavailable: `The parcel is still buoyant where the data end (${heightAboveSeaLevel(top.altitudeMetres)}).`,
        }
      : toNamedLevel(last),
    cape: { value: capeJoules, unit: 'J/kg', isLowerBound: isOpen },
    cin: { value: cinJoules, unit: 'J/kg', isLowerBound: false },
  };
}

function stableOutcome({ points, condensed, top }: Ascent): Outcome {
  // Below the condensation level a parcel can be lighter than the air, which the diagram then shows.
  const isEverBuoyant = points.some((point) => virtualExcess(point) > 0);
  const reason = !condensed
    ? "The parcel doesn't reach saturation"
    : isEverBuoyant
      ? "The parcel isn't buoyant above the LCL"
      : 'The parcel never becomes buoyant';
  const unavailable: Unavailable = {
    unavailable: `${reason} (data end at ${heightAboveSeaLevel(top.altitudeMetres)}).`,
  };
  const isDeep = top.pressureHpa <= deepSoundingHpa;
  return {
    freeConvection: unavailable,
    equilibrium: unavailable,
    cape: isDeep ? { value: 0, unit: 'J/kg', isLowerBound: false } : unavailable,
    cin: unavailable,
  };
}

const dryCondensation = ({ kelvin, pressureHpa: fromHpa }: Parcel, { pressureHpa }: Condensation) => ({
  pressureHpa,
  kelvin: liftDry(kelvin, fromHpa, pressureHpa),
});

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
  // The parcel keeps the temperature of its dry adiabat, so that its line has no step at the condensation level.
  let saturated = dryCondensation(parcel, condensation);
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

/** A part of the ascent in which buoyancy has one sign. */
interface AscentPart {
  below: AscentPoint;
  above: AscentPoint;
  /** The work of buoyancy in J/kg is the area between both curves in a diagram of ln p. */
  joules: number;
}

const workOf = (parts: readonly AscentPart[]) => sum(parts.map(({ joules }) => joules));

function partsOf(points: readonly AscentPoint[]): AscentPart[] {
  const whole = consecutivePairs(points).flatMap(([below, above]): [AscentPoint, AscentPoint][] => {
    if (virtualExcess(below) * virtualExcess(above) >= 0) return [[below, above]];
    const crossing = crossingBetween(below, above);
    return [
      [below, crossing],
      [crossing, above],
    ];
  });
  return whole.map(([below, above]) => {
    const excess = (virtualExcess(below) + virtualExcess(above)) / 2;
    const joules = dryAirGasConstant * excess * Math.log(below.pressureHpa / above.pressureHpa);
    return { below, above, joules };
  });
}

/** Joins neighbours in which the parcel is buoyant. */
function buoyantLayers(parts: readonly AscentPart[]): AscentPart[][] {
  const layers: AscentPart[][] = [];
  let layer: AscentPart[] = [];
  for (const part of parts) {
    if (part.joules <= 0) layer = [];
    else if (layer.push(part) === 1) layers.push(layer);
  }
  return layers;
}

/** Both virtual temperatures are linear in ln p between two levels. */
function crossingBetween(below: AscentPoint, above: AscentPoint): AscentPoint {
  const part = virtualExcess(below) / (virtualExcess(below) - virtualExcess(above));
  const crossing = interpolate(below.virtualKelvin, above.virtualKelvin, part);
  return {
    ...heightBetween(below, above, part),
    kelvin: interpolate(below.kelvin, above.kelvin, part),
    virtualKelvin: crossing,
    airVirtualKelvin: crossing,
  };
}

const liftedIndexHpa = 500;

/** The temperature of the air at 500 hPa minus that of the parcel lifted there. */
function liftedIndex(
  parcel: Parcel,
  { condensation, top }: Ascent,
  air: readonly Air[],
): OrUnavailable<Quantity> {
  if (parcel.pressureHpa < liftedIndexHpa)
    return { unavailable: `The parcel starts above ${liftedIndexHpa} hPa.` };
  const around = airAtPressure(air, liftedIndexHpa);
  if (!around)
    return {
      unavailable: `The data end below ${liftedIndexHpa} hPa, at ${Math.round(top.pressureHpa)} hPa.`,
    };
  const dry = dryCondensation(parcel, condensation);
  const lifted =
    condensation.pressureHpa < liftedIndexHpa
      ? liftDry(parcel.kelvin, parcel.pressureHpa, liftedIndexHpa)
      : liftSaturated(dry.kelvin, dry.pressureHpa, liftedIndexHpa);
  return { value: around.kelvin - lifted, unit: 'K', isLowerBound: false };
}
