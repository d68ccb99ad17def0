import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { isoSeconds } from '../api-time.ts';
import type { Series, ServedWeather } from '../source.ts';
import { flightData, followTrack, positionAt, predictPath, roundPosition } from './balloons/flight-path.ts';
import {
  findMission,
  isFlying,
  listFlyingMissions,
  missionRow,
  requireFlyingMission,
  requireMission,
} from './balloons/missions.ts';
import { readObservationPage } from './balloons/observations.ts';
import { cycloneTracks } from './forecasts/cyclones.ts';
import { degreeDays } from './forecasts/degree-days.ts';
import { forecastAt } from './forecasts/forecast-snapshots.ts';
import { forecastPoints } from './forecasts/points.ts';
import {
  type ForecastHour,
  generationTimes,
  listAvailableRuns,
  listGeneratedHours,
  listHistoricalRuns,
  listStartedRuns,
  requireFinishedRun,
  requireForecastHour,
  requirePointHours,
} from './forecasts/runs.ts';
import { readField } from './grids/grid.ts';
import { gridFileTag, validMs } from './grids/grid-file.ts';
import { createGridStreams, gridFileBytes } from './grids/grid-stream.ts';
import { modelLevels } from './grids/model-levels.ts';

const runsBetweenPauses = 1000;

/** The simulated atmosphere is a pure function of the clock, without files, database or network. */
export function createSandbox(now: () => number): ServedWeather {
  const grids = createGridStreams();
  return {
    listRuns: async (series) => listAvailableRuns(series, now()).map(isoSeconds),
    listArchivedRuns: (series) => inSlices(runTexts(listHistoricalRuns(series, now()))),
    listForecastHours: (series) => inSlices(byRun(series, now(), listGeneratedHours)),
    listGenerationTimes: (series) => inSlices(byRun(series, now(), generationTimes)),

    async forecastPoints(requested) {
      const { forecast, hours } = requirePointHours(requested, now());
      const forecasts = await inSlices(forecastPoints(forecast, requested.places, hours));
      return { initialization_time: isoSeconds(forecast.runMs), forecasts };
    },

    async trackCyclones(requested, basin) {
      const forecast = requireFinishedRun(requested, now());
      const tracks = await inSlices(cycloneTracks(forecast, basin));
      return { initialization_time: isoSeconds(forecast.runMs), tracks };
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
        tag: gridFileTag(found),
        bytesTotal: gridFileBytes(found),
        open: () => grids.open(found),
      };
    },

    async readField(requested, choice, region) {
      const valid = requireForecastHour(requested, now());
      const field = readField(choice, forecastAt(valid.forecast, validMs(valid)), region);
      return { ...hourTexts(valid), ...field };
    },

    async readModelLevels({ runMs, points }) {
      const nowMs = now();
      const series: Series = { model: 'main' };
      const places = points.map((point) => ({
        point,
        valid: requireForecastHour({ series, runMs, hour: point.forecast_hour }, nowMs),
      }));
      return inSlices(modelLevels(places));
    },

    listFlyingMissions: async () => listFlyingMissions(now()).map(missionRow),

    async findMission(idOrName) {
      const nowMs = now();
      const mission = findMission(idOrName, nowMs);
      return mission && { ...missionRow(mission), isFlying: isFlying(mission, nowMs) };
    },

    locateLaunchSite: async (idOrName) => requireMission(idOrName, now()).site,

    async locateMission(idOrName) {
      const nowMs = now();
      const mission = requireFlyingMission(idOrName, nowMs);
      await inSlices(followTrack(mission, nowMs));
      return roundPosition(positionAt(mission, nowMs));
    },

    async predictPath(idOrName) {
      const nowMs = now();
      return inSlices(predictPath(requireFlyingMission(idOrName, nowMs), nowMs));
    },

    async readFlightData(idOrName) {
      const nowMs = now();
      return inSlices(flightData(requireMission(idOrName, nowMs), nowMs));
    },

    readObservations: (query) => inSlices(readObservationPage(query, now())),

    close: () => grids.close(),
  };
}

function* runTexts(runs: number[]): LongWork<string[]> {
  const texts: string[] = [];
  for (const runMs of runs) if (texts.push(isoSeconds(runMs)) % runsBetweenPauses === 0) yield;
  return texts;
}

function* byRun<Value>(
  series: Series,
  nowMs: number,
  read: (series: Series, runMs: number, nowMs: number) => Value,
): LongWork<Record<string, Value>> {
  const found: Record<string, Value> = {};
  for (const runMs of listStartedRuns(series, nowMs)) {
    found[isoSeconds(runMs)] = read(series, runMs, nowMs);
    yield;
  }
  return found;
}

function hourTexts(valid: ForecastHour) {
  const { forecast, hour } = valid;
  return {
    initialization_time: isoSeconds(forecast.runMs),
    forecast_hour: hour,
    time: isoSeconds(validMs(valid)),
  };
}
