import { isoSeconds } from './atmosphere/time.ts';
import { positionAt, roundPosition } from './balloons/drift.ts';
import { flightData } from './balloons/flight-data.ts';
import { findMission, isFlying, listFlyingMissions, missionRow } from './balloons/missions.ts';
import { readObservationPage } from './balloons/observation-pages.ts';
import { predictPath } from './balloons/predicted-path.ts';
import { requireFlyingMission, requireMission } from './balloons/requested-missions.ts';
import { cycloneTracks } from './forecasts/cyclones.ts';
import { degreeDays } from './forecasts/degree-days.ts';
import { forecastPoint } from './forecasts/points.ts';
import { requireFinishedRun, requireForecastHour, requirePointHours } from './forecasts/requested-runs.ts';
import {
  type ForecastHour,
  generationText,
  listAvailableRuns,
  listGeneratedHours,
  listHistoricalRuns,
  listStartedRuns,
} from './forecasts/runs.ts';
import { forecastAt } from './forecasts/weather.ts';
import { readField } from './grids/field.ts';
import { validMs } from './grids/grid-layout.ts';
import { createGridStreams, gridFileBytes } from './grids/grid-stream.ts';
import type { WeatherSource } from './source.ts';

/** The synthetic atmosphere as a source: a pure function of the clock, without files, database or network. */
export function createSandbox(now: () => number): WeatherSource {
  const grids = createGridStreams();
  return {
    async listRuns(series) {
      return listAvailableRuns(series, now()).map(isoSeconds);
    },

    async listArchivedRuns(series) {
      return listHistoricalRuns(series, now()).map(isoSeconds);
    },

    async listForecastHours(series) {
      const nowMs = now();
      return byRun(listStartedRuns(series, nowMs), (runMs) => listGeneratedHours(series, runMs, nowMs));
    },

    async listGenerationTimes(series) {
      const nowMs = now();
      return byRun(listStartedRuns(series, nowMs), (runMs) =>
        Object.fromEntries(
          listGeneratedHours(series, runMs, nowMs).map((hour) => [hour, generationText(series, runMs, hour)]),
        ),
      );
    },

    async forecastPoints(requested) {
      const { forecast, hours } = requirePointHours(requested, now());
      const forecasts = requested.places.map((place) => forecastPoint(forecast, place, hours));
      return { initialization_time: isoSeconds(forecast.runMs), forecasts };
    },

    async trackCyclones(requested, basin) {
      const forecast = requireFinishedRun(requested, now());
      return { initialization_time: isoSeconds(forecast.runMs), tracks: cycloneTracks(forecast, basin) };
    },

    async calculateDegreeDays(kind, requested) {
      const forecast = requireFinishedRun(requested, now());
      return { initialization_time: isoSeconds(forecast.runMs), ...(await degreeDays(kind, forecast)) };
    },

    async findGridFile({ hour, ...file }) {
      const valid = hour && requireForecastHour(hour, now());
      const found = valid ? { ...file, valid } : file;
      return {
        ...(valid && hourTexts(valid)),
        bytesTotal: gridFileBytes(found),
        open: () => grids.open(found),
      };
    },

    async readField(requested, choice, region) {
      const valid = requireForecastHour(requested, now());
      const field = readField(choice, forecastAt(valid.forecast, validMs(valid)), region);
      return { ...hourTexts(valid), ...field };
    },

    async listFlyingMissions() {
      return listFlyingMissions(now()).map(missionRow);
    },

    async findMission(idOrName) {
      const nowMs = now();
      const mission = findMission(idOrName, nowMs);
      return mission && { ...missionRow(mission), isFlying: isFlying(mission, nowMs) };
    },

    async locateLaunchSite(idOrName) {
      return requireMission(idOrName, now()).site;
    },

    async locateMission(idOrName) {
      const nowMs = now();
      return roundPosition(positionAt(requireFlyingMission(idOrName, nowMs), nowMs));
    },

    async predictPath(idOrName) {
      const nowMs = now();
      return predictPath(requireFlyingMission(idOrName, nowMs), nowMs);
    },

    async readFlightData(idOrName) {
      const nowMs = now();
      return flightData(requireMission(idOrName, nowMs), nowMs);
    },

    readObservations: (query) => readObservationPage(query, now()),

    close: () => grids.close(),
  };
}

function byRun<Value>(runs: number[], read: (runMs: number) => Value): Record<string, Value> {
  return Object.fromEntries(runs.map((runMs) => [isoSeconds(runMs), read(runMs)]));
}

function hourTexts(valid: ForecastHour) {
  const { forecast, hour } = valid;
  return {
    initialization_time: isoSeconds(forecast.runMs),
    forecast_hour: hour,
    time: isoSeconds(validMs(valid)),
  };
}
