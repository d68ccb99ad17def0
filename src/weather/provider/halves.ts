import type { WeatherSource } from '../source.ts';

/** The two APIs as halves of a source: they may live at different hosts. */
export const forecastMethods = [
  'listRuns',
  'listArchivedRuns',
  'listForecastHours',
  'listGenerationTimes',
  'forecastPoints',
  'trackCyclones',
  'calculateDegreeDays',
  'readField',
] as const satisfies (keyof WeatherSource)[];

export const balloonMethods = [
  'listFlyingMissions',
  'findMission',
  'locateLaunchSite',
  'locateMission',
  'predictPath',
  'readFlightData',
  'readObservations',
] as const satisfies (keyof WeatherSource)[];

export type Forecasts = Pick<WeatherSource, (typeof forecastMethods)[number]>;
export type Balloons = Pick<WeatherSource, (typeof balloonMethods)[number]>;
