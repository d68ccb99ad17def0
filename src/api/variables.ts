/** The gridded variables and their metadata. It imports nothing. */

export const surfaceVariables = [
  'temperature_2m',
  'dewpoint_2m',
  'wind_u_10m',
  'wind_v_10m',
  'wind_u_100m',
  'wind_v_100m',
  'pressure_msl',
  'precipitation',
] as const;
export type SurfaceVariable = (typeof surfaceVariables)[number];

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

export const pressureLevelsHpa = [
  10, 20, 30, 50, 70, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900,
  925, 950, 1000,
] as const;

/** Names of the CF conventions. The units are those of the point forecast and of the observations. */
export const variableMetadata: Record<
  SurfaceVariable | UpperVariable | Constant,
  ReturnType<typeof metadata>
> = {
  temperature_2m: metadata('Air temperature at 2 m', 'air_temperature', 'degC'),
  dewpoint_2m: metadata('Dew point at 2 m', 'dew_point_temperature', 'degC'),
  wind_u_10m: metadata('Eastward wind at 10 m', 'eastward_wind', 'm s-1'),
  wind_v_10m: metadata('Northward wind at 10 m', 'northward_wind', 'm s-1'),
  wind_u_100m: metadata('Eastward wind at 100 m', 'eastward_wind', 'm s-1'),
  wind_v_100m: metadata('Northward wind at 100 m', 'northward_wind', 'm s-1'),
  pressure_msl: metadata('Pressure at mean sea level', 'air_pressure_at_mean_sea_level', 'hPa'),
  precipitation: metadata('Precipitation in the hour before', 'lwe_thickness_of_precipitation_amount', 'mm'),
  temperature: metadata('Air temperature', 'air_temperature', 'degC'),
  wind_u: metadata('Eastward wind', 'eastward_wind', 'm s-1'),
  wind_v: metadata('Northward wind', 'northward_wind', 'm s-1'),
  geopotential: metadata('Geopotential', 'geopotential', 'm2 s-2'),
  specific_humidity: metadata('Specific humidity', 'specific_humidity', 'kg kg-1'),
  land_mask: metadata('Share of land', 'land_area_fraction', '1'),
  topography: metadata('Height of the ground above sea level', 'surface_altitude', 'm'),
  soil_type: metadata('Soil type', 'soil_type', '1'),
};

function metadata(longName: string, standardName: string, units: string) {
  return { long_name: longName, standard_name: standardName, units };
}
