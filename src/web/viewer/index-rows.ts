import { formatWhole } from '../../pictures/format.ts';
import type { NamedLevel } from '../../pictures/sounding/levels.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import {
  isUnavailable,
  kilometreRange,
  kilometres,
  type OrUnavailable,
  type Quantity,
} from '../../pictures/sounding/unavailable.ts';
import { speedWords, windWords } from './row-words.ts';
import type { Settings } from './store/viewer-address.ts';

/** One line of the table of indices: a value, or why there is none. */
interface IndexRow {
  name: string;
  /** The short name spelt out. */
  meaning?: string | undefined;
  value?: string;
  /** What the value is of. */
  detail?: string;
  reason?: string;
}

interface Entry<Known extends object> {
  name: string;
  meaning?: string;
  of: OrUnavailable<Known>;
  words: (known: Known) => string;
}

const row = <Known extends object>({ name, meaning, of, words }: Entry<Known>): IndexRow => ({
  name,
  meaning,
  ...(isUnavailable(of) ? { reason: of.unavailable } : { value: words(of) }),
});

/** What forecasters look for in a sounding; what it cannot tell is told with the reason. */
export function indexRows(
  { parcels, indices }: Sounding,
  parcel: keyof Sounding['parcels'],
  { wind, heights }: Pick<Settings, 'wind' | 'heights'>,
): IndexRow[] {
  const level = ({ pressureHpa, altitudeMetres }: NamedLevel) =>
    heights === 'km' ? kilometres(altitudeMetres) : `${Math.round(pressureHpa)} hPa`;
  const quantity = ({ value, unit, isLowerBound }: Quantity) =>
    `${isLowerBound ? 'at least ' : ''}${formatWhole(value).replace('-', '−')} ${unit}`;
  const lifted = parcels[parcel];
  const ofParcel = isUnavailable(lifted)
    ? [{ name: 'CAPE, CIN, LCL, LFC, EL', reason: lifted.unavailable }]
    : [
        row({
          name: 'CAPE',
          meaning: 'convective available potential energy',
          of: lifted.cape,
          words: quantity,
        }),
        row({ name: 'CIN', meaning: 'convective inhibition', of: lifted.cin, words: quantity }),
        row({ name: 'LCL', meaning: 'lifting condensation level', of: lifted.condensation, words: level }),
        row({ name: 'LFC', meaning: 'level of free convection', of: lifted.freeConvection, words: level }),
        row({ name: 'EL', meaning: 'equilibrium level', of: lifted.equilibrium, words: level }),
      ];
  return withSameReasonOnce([
    ...ofParcel,
    {
      ...row({
        name: 'Precipitable water',
        of: indices.precipitableWater,
        words: ({ value }) => `${value.toFixed(1)} mm`,
      }),
      ...(isUnavailable(indices.precipitableWater) ? {} : { detail: layerWords(indices.precipitableWater) }),
    },
    row({ name: '0 °C at', of: indices.freezingLevel, words: level }),
    row({ name: 'Tropopause', of: indices.tropopause, words: level }),
    row({
      name: 'Shear 0–6 km',
      of: indices.shear6km,
      words: ({ u, v }) => speedWords(Math.hypot(u, v), wind),
    }),
    row({
      name: 'Storm motion',
      of: indices.stormMotion,
      words: ({ right }) => `${windWords(right, wind)} (right)`,
    }),
    row({ name: 'Helicity 0–1 km', of: indices.helicity1km, words: quantity }),
    row({ name: 'Helicity 0–3 km', of: indices.helicity3km, words: quantity }),
  ]);
}

const layerWords = ({ fromMetres, toMetres }: { fromMetres: number; toMetres: number }) =>
  kilometreRange(fromMetres, toMetres);

/** Four lines that say the same are one. */
function withSameReasonOnce(rows: IndexRow[]): IndexRow[] {
  const told: IndexRow[] = [];
  for (const each of rows) {
    const same = each.reason === undefined ? undefined : told.find(({ reason }) => reason === each.reason);
    if (same) Object.assign(same, { name: `${same.name}, ${lowerFirst(each.name)}`, meaning: undefined });
    else told.push({ ...each });
  }
  return told;
}

/** Not of a short name. */
const lowerFirst = (name: string) => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
