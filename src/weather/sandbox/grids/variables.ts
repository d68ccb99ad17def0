import { pressureLevelsHpa } from '../atmosphere/levels.ts';
import { type SurfaceField, surfaceFields } from '../atmosphere/surface.ts';

export const upperVariables = [
  'temperature',
  'wind_u',
  'wind_v',
  'geopotential',
  'specific_humidity',
] as const;
export type UpperVariable = (typeof upperVariables)[number];
export const constantNames = ['land_mask', 'topography', 'soil_type'] as const;
export type Constant = (typeof constantNames)[number];

/** What one file holds of one variable. */
export type FieldChoice =
  | { kind: 'surface'; name: SurfaceField }
  | { kind: 'upper'; name: UpperVariable; levelsHpa: readonly number[] }
  | { kind: 'constant'; name: Constant };

interface Meaning {
  long_name: string;
  standard_name: string;
  units: string;
}

/** By the names of the CF conventions; the units are those of the point forecast and of the observations. */
export const meanings: Record<SurfaceField | UpperVariable | Constant, Meaning> = {
  temperature_2m: meaning('Air temperature at 2 m', 'air_temperature', 'degC'),
  dewpoint_2m: meaning('Dew point at 2 m', 'dew_point_temperature', 'degC'),
  wind_u_10m: meaning('Eastward wind at 10 m', 'eastward_wind', 'm s-1'),
  wind_v_10m: meaning('Northward wind at 10 m', 'northward_wind', 'm s-1'),
  wind_u_100m: meaning('Eastward wind at 100 m', 'eastward_wind', 'm s-1'),
  wind_v_100m: meaning('Northward wind at 100 m', 'northward_wind', 'm s-1'),
  pressure_msl: meaning('Pressure at mean sea level', 'air_pressure_at_mean_sea_level', 'hPa'),
  precipitation: meaning('Precipitation in the hour before', 'lwe_thickness_of_precipitation_amount', 'mm'),
  temperature: meaning('Air temperature', 'air_temperature', 'degC'),
  wind_u: meaning('Eastward wind', 'eastward_wind', 'm s-1'),
  wind_v: meaning('Northward wind', 'northward_wind', 'm s-1'),
  geopotential: meaning('Geopotential', 'geopotential', 'm2 s-2'),
  specific_humidity: meaning('Specific humidity', 'specific_humidity', 'kg kg-1'),
  land_mask: meaning('Share of land', 'land_area_fraction', '1'),
  topography: meaning('Height of the ground above sea level', 'surface_altitude', 'm'),
  soil_type: meaning('Soil type', 'soil_type', '1'),
};

export const allFields: FieldChoice[] = [
  ...surfaceFields.map((name) => ({ kind: 'surface' as const, name })),
  ...upperVariables.map((name) => ({ kind: 'upper' as const, name, levelsHpa: pressureLevelsHpa })),
];

function meaning(longName: string, standardName: string, units: string): Meaning {
  return { long_name: longName, standard_name: standardName, units };
}
