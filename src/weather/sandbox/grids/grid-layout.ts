import { createHash } from 'node:crypto';
import type { Resolution } from '../../../api/parameters.ts';
import { variableMetadata } from '../../../api/variables.ts';
import type { Attributes, NetcdfFile, NetcdfVariable } from '../../../pictures/netcdf/write.ts';
import { hourMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import type { FieldChoice } from '../../source.ts';
import { soilTypes } from '../atmosphere/land.ts';
import type { Forecast } from '../forecasts/forecast.ts';
import { gridAt } from './grid.ts';

/** All that a file's bytes depend on; plain data, so that it can be handed to a worker. */
export interface GridFile {
  fields: FieldChoice[];
  resolution: Resolution;
  /** Constants have none. */
  valid?: { forecast: Forecast; hour: number };
}

export function describeGridFile(file: GridFile): NetcdfFile {
  const { latitudes, longitudes } = gridAt(file.resolution);
  const levels = levelsOf(file);
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

export function levelsOf(file: GridFile): readonly number[] {
  return file.fields.find((choice) => choice.kind === 'upper')?.levelsHpa ?? [];
}

export function validMs({ forecast, hour }: { forecast: Forecast; hour: number }): number {
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
    attributes.flag_variableMetadata = soilTypes.join(' ');
  }
  const level = choice.kind === 'upper' ? ['level'] : [];
  const dimensions = [...(hasTime ? ['time'] : []), ...level, 'latitude', 'longitude'];
  return { name: choice.name, type: 'float', dimensions, attributes };
}

const timeAxis: NetcdfVariable = {
  name: 'time',
  type: 'int',
  dimensions: ['time'],
  attributes: {
    standard_name: 'time',
    long_name: 'Valid time',
    units: 'hours since 1970-01-01 00:00:00',
    calendar: 'standard',
    axis: 'T',
  },
};

const levelAxis: NetcdfVariable = {
  name: 'level',
  type: 'float',
  dimensions: ['level'],
  attributes: {
    standard_name: 'air_pressure',
    long_name: 'Pressure',
    units: 'hPa',
    positive: 'down',
    axis: 'Z',
  },
};

const latitudeAxis: NetcdfVariable = {
  name: 'latitude',
  type: 'float',
  dimensions: ['latitude'],
  attributes: { standard_name: 'latitude', long_name: 'Latitude', units: 'degrees_north', axis: 'Y' },
};

const longitudeAxis: NetcdfVariable = {
  name: 'longitude',
  type: 'float',
  dimensions: ['longitude'],
  attributes: { standard_name: 'longitude', long_name: 'Longitude', units: 'degrees_east', axis: 'X' },
};
