import type { PathPoint } from '../../../api/data-api.ts';
import {
  type Leg,
  listLegs,
  openingLegNumber,
  type TrackPoint,
  withLegEnds,
} from '../../../pictures/sounding/legs.ts';
import { unpackRows } from '../../../pictures/sounding/packed-rows.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { analyseMeasurements, readMeasurements, type Sounding } from '../../../pictures/sounding/sounding.ts';
import { isUnavailable, type Unavailable } from '../../../pictures/sounding/unavailable.ts';
import type { DefaultFlight } from '../../../weather/contract.ts';
import { nextSinceIn } from '../../api/next-page.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { type DataCall, flightDataCall, observationsCall, predictionCall } from './flight-calls.ts';

/** Calls the API and returns text, because its integers exceed JavaScript's. */
export type CallText = (call: DataCall, signal: AbortSignal) => Promise<Outcome<string>>;

export interface Flight {
  /** The name of the mission; `id` is what the API identifies it by. */
  mission: string;
  id: string;
  track: TrackPoint[];
  /** The predicted path; empty after landing. */
  path: PathPoint[];
  legs: Leg[];
}

/** A leg with all that is drawn from it. */
export interface ViewedLeg {
  mission: string;
  /** Counted from 1. */
  number: number;
  leg: Leg;
  /** The rows that the cursor moves over. */
  rows: SoundingRow[];
  sounding: Sounding | Unavailable;
}

export async function loadFlight(
  callText: CallText,
  { mission, id }: Pick<Flight, 'mission' | 'id'>,
  signal: AbortSignal,
): Promise<Outcome<Flight>> {
  const [flown, predicted] = await Promise.all([
    callText(flightDataCall(id), signal),
    callText(predictionCall(id), signal),
  ]);
  if (!flown.ok) return flown;
  const track = readList<TrackPoint>(flown.value, 'flight_data');
  if (!track) return unreadable;
  // A landed balloon has no prediction; everything else can still be shown.
  const path = (predicted.ok && readList<PathPoint>(predicted.value, 'prediction')) || [];
  return { ok: true, value: { mission, id, track, path, legs: listLegs(track, predicted.ok) } };
}

/** The flight with the exact ends of a leg in its track, so that all panels name the same heights. */
export function withExactLeg(flight: Flight, { leg }: Pick<ViewedLeg, 'leg'>): Flight {
  const track = withLegEnds(flight.track, leg);
  const legs = listLegs(track, flight.legs.at(-1)?.isOngoing);
  return legs.length === flight.legs.length ? { ...flight, track, legs } : flight;
}

/** The default flight with its opening leg; undefined if it has none. */
export async function unpackDefaultFlight(packed: DefaultFlight) {
  const { mission, id, flight_data: track, prediction: path, observations } = packed;
  const rows = unpackRows(observations);
  await nextTask();
  const flight: Flight = { mission, id, track, path, legs: listLegs(track, true) };
  const number = openingLegNumber(flight.legs);
  const leg = flight.legs[number - 1];
  await nextTask();
  return rows && leg && { flight, leg: await viewLeg(mission, number, leg, rows) };
}

/** Long computations pause here, so that the page reacts to input in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** A leg has one or two pages; the limit protects against an endless list. */
const maxPages = 6;

/** Undefined if the flight has no such leg: a balloon that has not moved yet has none. */
export async function loadLeg(
  callText: CallText,
  { mission, id, legs }: Flight,
  number: number,
  signal: AbortSignal,
): Promise<Outcome<ViewedLeg | undefined>> {
  const leg = legs[number - 1];
  if (!leg) return { ok: true, value: undefined };
  const call = observationsCall(id, leg);
  const rows: SoundingRow[] = [];
  let since: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    // The filters are sent with each page, because the API's link to the next page omits the times.
    const query: DataCall['query'] = since === undefined ? call.query : [...call.query, ['since', since]];
    const answer = await callText({ ...call, query }, signal);
    if (!answer.ok) return answer;
    const found = readList<SoundingRow>(answer.value, 'observations');
    if (!found) return unreadable;
    rows.push(...found);
    since = nextSinceIn(answer.value);
    if (since === undefined) break;
  }
  return { ok: true, value: await viewLeg(mission, number, leg, rows) };
}

async function viewLeg(mission: string, number: number, leg: Leg, rows: SoundingRow[]): Promise<ViewedLeg> {
  const measured = readMeasurements(rows, leg);
  await nextTask();
  const sounding = isUnavailable(measured) ? measured : analyseMeasurements(measured);
  await nextTask();
  const refined = isUnavailable(sounding) ? undefined : sounding.leg;
  return { mission, number, leg: refined ?? leg, rows: cursorRows(rows, refined), sounding };
}

/** The rows that the cursor moves over: in order of time, without duplicates, limited to the leg if it is known. */
export function cursorRows(rows: readonly SoundingRow[], leg: Leg | undefined): SoundingRow[] {
  const [first, last] = leg ? [leg.begin.timeSeconds, leg.end.timeSeconds] : [-Infinity, Infinity];
  const sorted = rows
    .filter(({ timestamp }) => Number.isFinite(timestamp) && timestamp >= first && timestamp <= last)
    .sort((one, other) => one.timestamp - other.timestamp);
  return sorted.filter(({ timestamp }, index) => timestamp !== sorted[index + 1]?.timestamp);
}

/** The index of the row whose value is nearest to the wanted one; 0 if there is none. */
export function nearestIndex(
  rows: readonly SoundingRow[],
  wanted: number,
  read: (row: SoundingRow) => number | null = ({ timestamp }) => timestamp,
): number {
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
  for (const [index, row] of rows.entries()) {
    const value = read(row);
    const away = value === null ? Number.NaN : Math.abs(value - wanted);
    if (away < distance) [nearest, distance] = [index, away];
  }
  return nearest;
}

/** A network's sign-in page also answers with 200. */
export const unreadable = requestError(
  0,
  "The answer couldn't be read. Check your connection and try again.",
);

/** The rows of a list in an answer; undefined if the answer has another shape. */
export function readList<Row>(text: string, name: string): Row[] | undefined {
  try {
    const list: Row[] | undefined = JSON.parse(text)?.[name];
    return Array.isArray(list) && list.every((row) => typeof row === 'object' && row !== null)
      ? list
      : undefined;
  } catch {
    return undefined;
  }
}
