import { createHash } from 'node:crypto';
import type { Resolution } from '../../../api/parameters.ts';
import { variableMetadata } from '../../../api/variables.ts';
import {
  type Attributes,
  bigEndian,
  type NetcdfFile,
  type NetcdfVariable,
} from '../../../pictures/netcdf/write.ts';
import { hourMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import type { FieldChoice } from '../../source.ts';
import { soilTypes } from '../atmosphere/land.ts';
import { archiveStartMs } from '../atmosphere/planet.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { forecastAt, truthAt } from '../forecasts/forecast-snapshots.ts';
import type { ForecastHour } from '../forecasts/runs.ts';
import { fillGridRow, gridAt, levelsOf } from './grid.ts';

/** Everything that a file's bytes depend on, as plain data, so that a worker can receive it. */
export interface GridFile {
  fields: FieldChoice[];
  resolution: Resolution;
  /** Constants have no valid time. */
  valid?: ForecastHour;
}

export function describeGridFile(file: GridFile): NetcdfFile {
  const { latitudes, longitudes } = gridAt(file.resolution);
  const levels = pressuresOf(file);
  const hasTime = file.valid !== undefined;
  return {
    dimensions: [
      ...(hasTime ? [{ name: 'time', length: 1 }] : []),
      ...(levels.length > 0 ? [{ name: 'level', length: levels.length }] : []),
      { name: 'latitude', length: latitudes.length },
      { name: 'longitude', length: longitudes.length },
    ],
    attributes: globalAttributes(file),
    variables: [
      ...(hasTime ? [timeAxis] : []),
      ...(levels.length > 0 ? [levelAxis] : []),
      latitudeAxis,
      longitudeAxis,
      ...file.fields.map((choice) => fieldVariable(choice, hasTime)),
    ],
  };
}

export const gridFileTag = (file: GridFile) =>
  `"${createHash('sha256').update(JSON.stringify(file)).digest('base64url').slice(0, 22)}"`;

function pressuresOf(file: GridFile): readonly number[] {
  return file.fields.find((choice) => choice.kind === 'upper')?.levelsHpa ?? [];
}

export function validMs({ forecast, hour }: ForecastHour): number {
  return forecast.runMs + hour * hourMs;
}

function globalAttributes({ valid }: GridFile): Attributes {
  const always: Attributes = {
    Conventions: 'CF-1.8',
    title: valid ? 'Gridded forecast' : 'Constant fields',
    source: 'Synthetic atmosphere of the sandbox: not a forecast of real weather',
    synthetic: 'true',
  };
  if (!valid) return always;
  const { forecast, hour } = valid;
  const kind = forecast.model === 'intracycle' ? ':intracycle' : '';
  const member = forecast.member === undefined ? '' : `:ens:${forecast.member}`;
  return {
    ...always,
    model: `WeatherMesh${kind}${member}`,
    initialization_time: isoSeconds(forecast.runMs),
    forecast_hour: hour,
  };
}

function fieldVariable(choice: FieldChoice, hasTime: boolean): NetcdfVariable {
  const attributes: Attributes = { ...variableMetadata[choice.name] };
  if (choice.name === 'soil_type') {
    attributes.flag_values = soilTypes.map((_, index) => index);
    attributes.flag_meanings = soilTypes.join(' ');
  }
  const level = choice.kind === 'upper' ? ['level'] : [];
  const dimensions = [...(hasTime ? ['time'] : []), ...level, 'latitude', 'longitude'];
  return { name: choice.name, type: 'float', dimensions, attributes };
}

const axis = (name: string, type: NetcdfVariable['type'], attributes: Attributes): NetcdfVariable => ({
  name,
  type,
  dimensions: [name],
  attributes,
});

const timeAxis = axis('time', 'int', {
  standard_name: 'time',
  long_name: 'Valid time',
  units: 'hours since 1970-01-01 00:00:00',
  calendar: 'standard',
  axis: 'T',
});
const levelAxis = axis('level', 'float', {
  standard_name: 'air_pressure',
  long_name: 'Pressure',
  units: 'hPa',
  positive: 'down',
  axis: 'Z',
});
const latitudeAxis = axis('latitude', 'float', {
  standard_name: 'latitude',
  long_name: 'Latitude',
  units: 'degrees_north',
  axis: 'Y',
});
const longitudeAxis = axis('longitude', 'float', {
  standard_name: 'longitude',
  long_name: 'Longitude',
  units: 'degrees_east',
  axis: 'X',
});

const chunkBytes = 256 * 1024;

/** The values of the file in its order, a few rows at a time, so that memory stays constant. */
export function* gridFileChunks(file: GridFile): Generator<Uint8Array<ArrayBuffer>> {
  const { latitudes, longitudes, places } = gridAt(file.resolution);
  const pressures = pressuresOf(file);
  if (file.valid) yield bigEndian(Int32Array.of(validMs(file.valid) / hourMs));
  if (pressures.length > 0) yield bigEndian(Float32Array.from(pressures));
  yield bigEndian(latitudes.slice());
  yield bigEndian(longitudes.slice());

  const snapshot = snapshotOf(file);
  const width = longitudes.length;
  const maxRows = Math.max(1, Math.floor(chunkBytes / (4 * width)));
  const row = new Float64Array(width);
  for (const choice of file.fields) {
    for (const level of levelsOf(choice)) {
      for (let first = 0; first < places.length; first += maxRows) {
        const rows = places.slice(first, first + maxRows);
        const chunk = new Float32Array(rows.length * width);
        for (const [index, place] of rows.entries()) {
          fillGridRow(place, choice, snapshot, level, row);
          chunk.set(row, index * width);
        }
        yield bigEndian(chunk);
      }
    }
  }
}

function snapshotOf({ valid }: GridFile): Snapshot {
  return valid ? forecastAt(valid.forecast, validMs(valid)) : truthAt(archiveStartMs);
}
