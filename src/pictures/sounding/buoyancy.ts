import type { Ascent, AscentPoint } from './ascent.ts';
import { DRY_AIR } from './constants.ts';
import { between } from './levels.ts';

export interface Crossing {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
}

export interface Buoyancy {
  /** The level of free convection; undefined if the parcel is warmer nowhere. */
  free: Crossing | undefined;
  /** The equilibrium level; undefined if there is none below the top. */
  equilibrium: Crossing | undefined;
  capeJoules: number;
  cinJoules: number;
}

/** In virtual temperature throughout: what counts is which air is lighter. */
export function buoyancyOf({ points, condensedAt }: Ascent): Buoyancy {
  const none = { free: undefined, equilibrium: undefined, capeJoules: 0, cinJoules: 0 };
  if (condensedAt === undefined) return none;
  const free = findFree(points, condensedAt);
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

const excess = ({ virtualKelvin, airVirtualKelvin }: AscentPoint) => virtualKelvin - airVirtualKelvin;

/** The condensation level if the parcel is warmer there, else the lowest crossing above it. */
function findFree(points: readonly AscentPoint[], condensedAt: number): Crossing | undefined {
  const condensed = points[condensedAt]!;
  if (excess(condensed) > 0) return condensed;
  const index = points.findIndex((point, place) => place > condensedAt && excess(point) > 0);
  return index < 0 ? undefined : crossingBetween(points[index - 1]!, points[index]!);
}

/** The highest crossing: noise makes others near the condensation level. None if the parcel is warmer at the top. */
function findEquilibrium(points: readonly AscentPoint[]): Crossing | undefined {
  const index = points.findLastIndex((point) => excess(point) > 0);
  const above = points[index + 1];
  return above && crossingBetween(points[index]!, above);
}

function crossingBetween(below: AscentPoint, above: AscentPoint): Crossing {
  const part = excess(below) / (excess(below) - excess(above));
  return {
    pressureHpa: below.pressureHpa * (above.pressureHpa / below.pressureHpa) ** part,
    altitudeMetres: between(below.altitudeMetres, above.altitudeMetres, part),
    kelvin: between(below.kelvin, above.kelvin, part),
  };
}

/** The work of buoyancy on a kilogram, J: the area between both curves on a diagram with ln p. */
function workBetween(points: readonly AscentPoint[], fromHpa: number, toHpa: number): number {
  let area = 0;
  for (let index = 1; index < points.length; index++) {
    const [below, above] = [points[index - 1]!, points[index]!];
    const [bottomHpa, topHpa] = [Math.min(below.pressureHpa, fromHpa), Math.max(above.pressureHpa, toHpa)];
    if (bottomHpa <= topHpa) continue;
    const whole = Math.log(above.pressureHpa / below.pressureHpa);
    const at = (pressureHpa: number) =>
      between(excess(below), excess(above), Math.log(pressureHpa / below.pressureHpa) / whole);
    area += ((at(bottomHpa) + at(topHpa)) / 2) * Math.log(bottomHpa / topHpa);
  }
  return DRY_AIR * area;
}
