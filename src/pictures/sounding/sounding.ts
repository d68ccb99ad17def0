import { airOf, type KnownAir } from './air.ts';
import { type Convection, convectionOf } from './convection.ts';
import { layersOf } from './layers.ts';
import { type LeftOut, Tally } from './left-out.ts';
import { refineLeg } from './leg-rows.ts';
import type { Leg } from './legs.ts';
import type { Level, NamedLevel } from './levels.ts';
import { type PrecipitableWater, precipitableWater } from './precipitable-water.ts';
import { remarksOn } from './remarks.ts';
import { checkRows, type ObservationRow } from './rows.ts';
import { freezingLevel, tropopause } from './temperature-levels.ts';
import { isUnavailable, type OrUnavailable, type Unavailable } from './unavailable.ts';
import { type WindIndices, windIndices } from './wind-indices.ts';

interface Indices extends WindIndices {
  precipitableWater: OrUnavailable<PrecipitableWater>;
  freezingLevel: OrUnavailable<NamedLevel>;
  tropopause: OrUnavailable<NamedLevel>;
}

/** What a leg says about the air. */
export interface Sounding {
  leg: Leg;
  /** From the lowest to the highest, whichever way the balloon went. */
  levels: Level[];
  /** Parcels from the lowest level of the leg, which is the ground only if the leg touches it. */
  parcels: {
    mixed: OrUnavailable<Convection>;
    lowest: OrUnavailable<Convection>;
    mostUnstable: OrUnavailable<Convection>;
  };
  indices: Indices;
  leftOut: LeftOut[];
  /** Sentences about what was measured and what was not. */
  remarks: string[];
}

type NoSounding = Unavailable & { leftOut: LeftOut[] };

/** What was measured on the way, before anything is computed from it. */
type Measured = Pick<Sounding, 'leg' | 'levels' | 'leftOut'>;

/** The rows of one mission, in any order, and the leg they are of; without it, of the longest leg in them. */
export function soundingOf(rows: readonly ObservationRow[], leg?: Leg): Sounding | NoSounding {
  const measured = measuredOf(rows, leg);
  return isUnavailable(measured) ? measured : analyse(measured);
}

/** The first half of the work: a browser does other things before the second. */
export function measuredOf(rows: readonly ObservationRow[], leg?: Leg): Measured | NoSounding {
  const tally = new Tally();
  const refined = refineLeg(checkRows(rows, tally), leg, tally);
  if (!refined) return { unavailable: 'There is no row that can be used.', leftOut: tally.list() };
  const levels = layersOf(refined.rows, tally);
  if (levels.length < 2)
    return {
      unavailable: 'A sounding needs temperature or wind at two heights at least.',
      leftOut: tally.list(),
    };
  return { leg: refined.leg, levels, leftOut: tally.list() };
}

export function analyse({ leg, levels, leftOut }: Measured): Sounding {
  const known = airOf(levels);
  return {
    leg,
    levels,
    parcels: parcelsIn(known),
    indices: indicesOf(levels, known, leg.groundMetres),
    leftOut,
    remarks: remarksOn(levels, isUnavailable(known) ? undefined : known.gap),
  };
}

function parcelsIn(known: OrUnavailable<KnownAir>): Sounding['parcels'] {
  if (isUnavailable(known)) return { mixed: known, lowest: known, mostUnstable: known };
  return {
    mixed: convectionOf('mixed', known.air),
    lowest: convectionOf('lowest', known.air),
    mostUnstable: convectionOf('most unstable', known.air),
  };
}

function indicesOf(
  levels: readonly Level[],
  known: OrUnavailable<KnownAir>,
  groundMetres: number | null,
): Indices {
  return {
    precipitableWater: isUnavailable(known) ? known : precipitableWater(known.air),
    freezingLevel: freezingLevel(levels, groundMetres),
    tropopause: tropopause(levels),
    ...windIndices(levels, groundMetres),
  };
}
