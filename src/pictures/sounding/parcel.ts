import { equivalentPotentialKelvin, liftDry, potentialKelvin } from './adiabats.ts';
import { type Air, airAtPressure } from './air.ts';
import { KELVIN } from './constants.ts';
import { DOUBTFUL_CELSIUS } from './levels.ts';
import { dewPointCelsius, mixingRatio, saturationHpa, vapourHpa } from './saturation.ts';
import { kilometres, type OrUnavailable } from './unavailable.ts';

export type ParcelKind = 'mixed' | 'lowest' | 'most unstable';

/** A piece of air before it is lifted. */
export interface Parcel {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  dewPointKelvin: number;
}

const MIXED_HPA = 100;
const UNSTABLE_HPA = 300;

type MoistAir = Air & { dewPointKelvin: number };

/** From the lowest level up, as long as humidity can be believed. */
export function chooseParcel(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Parcel> {
  const [lowest] = air;
  if (!lowest) return { unavailable: 'There is no level with temperature and humidity.' };
  if (!isMoistKnown(lowest))
    return {
      unavailable: `At the lowest level, ${kilometres(lowest.altitudeMetres)}, the air is too cold for its humidity to be known.`,
    };
  if (kind === 'lowest') return lowest;
  return kind === 'mixed' ? mixedParcel(lowest, air) : mostUnstable(air);
}

function isMoistKnown(air: Air): air is MoistAir {
  return air.dewPointKelvin !== null && air.kelvin - KELVIN >= DOUBTFUL_CELSIUS;
}

/** The lowest 100 hPa stirred: means of potential temperature and mixing ratio by mass. */
function mixedParcel(lowest: Parcel, air: readonly Air[]): OrUnavailable<Parcel> {
  const topHpa = lowest.pressureHpa - MIXED_HPA;
  const top = airAtPressure(air, topHpa);
  if (!top) return { unavailable: `The sounding is less than ${MIXED_HPA} hPa deep.` };
  const layer = [...air.filter(({ pressureHpa }) => pressureHpa > topHpa), top];
  if (!layer.every(isMoistKnown))
    return { unavailable: `The humidity of the lowest ${MIXED_HPA} hPa is not known well enough.` };
  const potential = meanByMass(layer, ({ kelvin, pressureHpa }) => potentialKelvin(kelvin, pressureHpa));
  const ratio = meanByMass(layer, ratioOf);
  const { pressureHpa, altitudeMetres } = lowest;
  const kelvin = liftDry(potential, 1000, pressureHpa);
  const dewPointKelvin = dewPointCelsius(vapourHpa(ratio, pressureHpa)) + KELVIN;
  return { pressureHpa, altitudeMetres, kelvin, dewPointKelvin: Math.min(kelvin, dewPointKelvin) };
}

const ratioOf = ({ dewPointKelvin, pressureHpa }: MoistAir) =>
  mixingRatio(saturationHpa(dewPointKelvin - KELVIN), pressureHpa);

function meanByMass(layer: readonly MoistAir[], value: (air: MoistAir) => number): number {
  let sum = 0;
  for (let index = 1; index < layer.length; index++) {
    const [below, above] = [layer[index - 1]!, layer[index]!];
    sum += ((value(below) + value(above)) / 2) * (below.pressureHpa - above.pressureHpa);
  }
  return sum / (layer[0]!.pressureHpa - layer.at(-1)!.pressureHpa);
}

/** The greatest equivalent potential temperature of the lowest 300 hPa. */
function mostUnstable(air: readonly Air[]): Parcel {
  const leastHpa = air[0]!.pressureHpa - UNSTABLE_HPA;
  const heat = ({ kelvin, dewPointKelvin, pressureHpa }: Parcel) =>
    equivalentPotentialKelvin(kelvin, dewPointKelvin, pressureHpa);
  return air
    .filter(isMoistKnown)
    .filter(({ pressureHpa }) => pressureHpa >= leastHpa)
    .reduce((best, each) => (heat(each) > heat(best) ? each : best));
}
