/** The query parameters of each documented path, and the values that are one of a list. It imports nothing. */

export const seriesParameters = ['ens_member', 'intracycle'] as const;
export const degreeDayParameters = ['initialization_time', ...seriesParameters, 'external_model'] as const;
export const fileParameters = [...seriesParameters, 'time', 'initialization_time', 'forecast_hour'] as const;
export const pointHourParameters = [
  'initialization_time',
  'min_forecast_time',
  'max_forecast_time',
  'min_forecast_hour',
  'max_forecast_hour',
] as const;
export const observationParameters = [
  'since',
  'min_time',
  'max_time',
  'include_ids',
  'include_mission_name',
  'mission_id',
  'min_latitude',
  'max_latitude',
  'min_longitude',
  'max_longitude',
  'include_updated_at',
] as const;

export const parameters = {
  '/points': ['coordinates', ...pointHourParameters],
  '/initialization_times.json': seriesParameters,
  '/historical_initialization_times.json': seriesParameters,
  '/forecast_hours.json': seriesParameters,
  '/generation_times.json': seriesParameters,
  '/tropical_cyclones': ['initialization_time', 'basin'],
  '/hdd': degreeDayParameters,
  '/cdd': degreeDayParameters,
  '/gridded/{variable}': [...fileParameters, 'resolution'],
  '/gridded/{level}/{variable}': [...fileParameters, 'resolution'],
  '/constants/{variable}': ['resolution'],
  '/observations.json': observationParameters,
  '/super_observations.json': observationParameters,
  '/missions.json': ['page', 'page_size'],
  '/missions/{id}/launch_site.json': [],
  '/missions/{id}/current_location.json': [],
  '/missions/{id}/prediction.json': [],
  '/missions/{id}/flight_data.json': [],
} as const;

export type ApiPath = keyof typeof parameters;
type Placeholder<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Everything that a call of a path can send: its placeholders and its query. */
export type ParameterOf<Path extends ApiPath> = (typeof parameters)[Path][number] | Placeholder<Path>;

export const observationKinds = ['observations', 'super_observations'] as const;
export type ObservationKind = (typeof observationKinds)[number];

export const degreeDayKinds = ['hdd', 'cdd'] as const;
export type DegreeDayKind = (typeof degreeDayKinds)[number];

export const externalModels = ['gfs', 'ifs', 'ens', 'aifs', 'hrrr'] as const;
export type ExternalModel = (typeof externalModels)[number];

/** Members of the ensemble are numbered from 1. */
export const memberCount = 25;
export type Member = number | 'mean';

export const basinNames = ['NA', 'EP', 'WP', 'NI', 'SI', 'AU', 'SP'] as const;
export type Basin = (typeof basinNames)[number];

/** Degrees. A box whose west is greater than its east crosses the date line. */
export const basinBoxes: Record<Basin, { west: number; east: number; south: number; north: number }> = {
  NA: { west: -140, east: 20, south: 0, north: 90 },
  EP: { west: -180, east: -140, south: 0, north: 90 },
  WP: { west: 100, east: 180, south: 0, north: 60 },
  NI: { west: 45, east: 100, south: 0, north: 90 },
  SI: { west: 20, east: 90, south: -40, north: 0 },
  AU: { west: 90, east: 160, south: -36, north: 0 },
  SP: { west: 160, east: -120, south: -40, north: 0 },
};

/** Grid steps in degrees; the first is the default. */
export const resolutionsDegrees = [0.25, 0.5, 1] as const;
export type Resolution = (typeof resolutionsDegrees)[number];
export const finestResolutionDegrees = resolutionsDegrees[0];
