import type { ObservationRow, PathPoint } from '../api/data-api.ts';
import type { CyclonePoint, DegreeDays, GenerationTimes, PointRow } from '../api/forecast-api.ts';
import { dayMs, hourMs } from '../time.ts';
import { parseTime } from './format.ts';
import { decodeGrid, type EncodedGrid } from './grid.ts';
import type { PictureKind, PictureOf, WindReading } from './picture.ts';
import type { TrackPoint } from './sounding/legs.ts';
import { spansOf, sum } from './sounding/math.ts';

/** Facts that a picture needs and the answer doesn't have. */
interface AnswerOptions {
  /** Names of the locations of a meteogram, of a state or of the location on a map. */
  names?: readonly string[] | undefined;
  /** The latitudes of these locations, for the side of the feathers. By default, the north is assumed. */
  latitudes?: readonly number[] | undefined;
  /** The time of the call. */
  askedAt: string;
}

type Missions = { missions: { name: string; launch_time: string }[] };
type Observations = { observations: ObservationRow[] };
type Track = { flight_data: TrackPoint[] };
type Position = { latitude: number; longitude: number; altitude?: number };

/** The documented answer that each kind of picture is drawn from. */
interface AnswerOf {
  meteogram: { forecasts: PointRow[][] };
  winds: Observations;
  sounding: Observations;
  missions: Missions;
  flight: Track;
  legs: Track;
  path: { prediction: PathPoint[] };
  place: Position & { launch_site?: Position };
  cyclones: Record<string, CyclonePoint[]>;
  grid: EncodedGrid;
  'degree days': DegreeDays;
  /** Only the runs, or the hours of each run, or the time at which each hour was computed. */
  runs: { available: string[] } | Record<string, number[]> | GenerationTimes;
  run: GenerationTimes;
  archive: string[];
}

type Readers = {
  [Kind in PictureKind]: (answer: AnswerOf[Kind], options: AnswerOptions) => PictureOf<Kind>;
};

/** Reads the rows of a picture from a documented answer. */
export function readAnswer<Kind extends PictureKind>(
  kind: Kind,
  answer: unknown,
  options: AnswerOptions,
): PictureOf<Kind> {
  return readers[kind](answer as AnswerOf[Kind], options);
}

const readers: Readers = {
  meteogram: ({ forecasts }, { names, latitudes }) => {
    const nameOf = (index: number) => names?.[index] ?? `Location ${index + 1}`;
    const places = forecasts.map((rows, index) => ({
      name: nameOf(index),
      latitude: latitudes?.[index] ?? 0,
      rows,
    }));
    return { kind: 'meteogram', places };
  },
  winds: ({ observations }) => ({ kind: 'winds', readings: newestReadings(observations) }),
  sounding: ({ observations }) => ({ kind: 'sounding', rows: observations }),
  missions: ({ missions }, { askedAt }) => ({
    kind: 'missions',
    missions: daysAloft(missions, parseTime(askedAt)),
  }),
  flight: ({ flight_data }) => ({ kind: 'flight', track: flight_data }),
  legs: ({ flight_data }) => ({ kind: 'legs', track: flight_data }),
  path: ({ prediction }) => ({ kind: 'path', path: prediction }),
  place: ({ launch_site, ...own }, { names }) => ({
    kind: 'place',
    name: names?.[0] ?? 'Here',
    place: launch_site ?? own,
  }),
  cyclones: (tracks) => ({ kind: 'cyclones', tracks }),
  grid: (encoded) => ({
    kind: 'grid',
    variable: encoded.variable,
    unit: unitSign(encoded.unit),
    grid: decodeGrid(encoded),
  }),
  'degree days': (answer, { names }) => degreeDays(answer, names?.[0]),
  runs: readRuns,
  run: newestCompleteRun,
  archive: (times) => ({ kind: 'archive', daysMs: distinctDays(times.map(parseTime)) }),
};

function newestCompleteRun(answer: GenerationTimes): PictureOf<'run'> {
  const runs = Object.entries(answer).map(([run, times]) => ({
    kind: 'run' as const,
    runMs: parseTime(run),
    hours: Object.entries(times)
      .map(([hour, time]) => ({ hour: Number(hour), timeMs: parseTime(time) }))
      .sort((one, other) => one.hour - other.hour),
  }));
  const last = Math.max(0, ...runs.flatMap(({ hours }) => hours.at(-1)?.hour ?? 0));
  const complete = runs.filter(({ hours }) => hours.at(-1)?.hour === last);
  const newest = complete.toSorted((one, other) => other.runMs - one.runMs)[0];
  return newest ?? { kind: 'run', runMs: 0, hours: [] };
}

/** The CF conventions spell these units out. */
const unitSigns: Record<string, string> = { degC: '°C', K: 'K', '1': '' };
export const unitSign = (unit: string) => unitSigns[unit] ?? unit;

function newestReadings(rows: readonly ObservationRow[]): WindReading[] {
  const newest = new Map<string, WindReading & { timestamp: number }>();
  for (const row of rows) {
    const { mission_name: mission = row.mission_id, temperature, timestamp } = row;
    const { latitude, longitude, altitude, speed_u, speed_v } = row;
    // Answers of a provider may lack what the documentation promises.
    if (latitude === null || longitude === null || altitude === null || speed_u === null || speed_v === null)
      continue;
    if ((newest.get(mission)?.timestamp ?? -Infinity) > timestamp) continue;
    newest.set(mission, { mission, latitude, longitude, altitude, temperature, speed_u, speed_v, timestamp });
  }
  return [...newest.values()];
}

function daysAloft(missions: Missions['missions'], nowMs: number) {
  return missions
    .map(({ name, launch_time }) => ({ name, daysAloft: (nowMs - parseTime(launch_time)) / dayMs }))
    .sort((one, other) => other.daysAloft - one.daysAloft);
}

function degreeDays(answer: DegreeDays, wanted: string | undefined): PictureOf<'degree days'> {
  const index = answer.hdd ? 'hdd' : 'cdd';
  const byState = answer[index] ?? {};
  const states = Object.entries(byState)
    .map(([name, values]) => ({
      name,
      days: answer.dates.map((date) => values[date] ?? null),
      total: sum(Object.values(values)),
    }))
    .sort((one, other) => other.total - one.total);
  const state = wanted !== undefined && wanted in byState ? wanted : (states[0]?.name ?? '');
  return { kind: 'degree days', index, dates: answer.dates, states, state };
}

const distinctDays = (timesMs: number[]) =>
  [...new Set(timesMs.map((timeMs) => Math.floor(timeMs / dayMs) * dayMs))]
    .filter(Number.isFinite)
    .sort((one, other) => one - other);

const maxStepMs = 6 * hourMs;

const isRunList = (answer: AnswerOf['runs']): answer is { available: string[] } => 'available' in answer;

function readRuns(answer: AnswerOf['runs']): PictureOf<'runs'> {
  if (isRunList(answer)) {
    const runs = answer.available.map((run) => ({
      runMs: parseTime(run),
      spans: [],
      isComplete: true,
      hourCount: 0,
    }));
    return { kind: 'runs', what: 'runs', runs };
  }
  const entries = Object.entries<number[] | Record<string, string>>(answer);
  const isHours = entries.every(([, value]) => Array.isArray(value));
  const runs = entries.map(([run, value]) => {
    const runMs = parseTime(run);
    return { runMs, ...(Array.isArray(value) ? forecastSpans(runMs, value) : computingSpan(value)) };
  });
  const whole = Math.max(...runs.map(({ hourCount }) => hourCount));
  return {
    kind: 'runs',
    what: isHours ? 'hours' : 'computing',
    runs: runs.map((run) => ({ ...run, isComplete: run.hourCount === whole })),
  };
}

/** Hours with no more than the widest forecast step between them form one span. */
function forecastSpans(runMs: number, hours: number[]) {
  const timesMs = hours.toSorted((one, other) => one - other).map((hour) => runMs + hour * hourMs);
  return { spans: spansOf(timesMs, maxStepMs), hourCount: hours.length };
}

/** From the first to the last hour that was computed. */
function computingSpan(times: Record<string, string>) {
  const done = Object.values(times).map(parseTime).filter(Number.isFinite);
  return {
    spans: spansOf(
      done.toSorted((one, other) => one - other),
      Infinity,
    ),
    hourCount: Math.max(0, ...Object.keys(times).map(Number)),
  };
}
