import type { PathPoint } from '../../../api/data-api.ts';
import { type Leg, listLegs, type TrackPoint } from '../../../pictures/sounding/legs.ts';
import { type PackedRows, unpackRows } from '../../../pictures/sounding/packed-rows.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import { analyseMeasurements, readMeasurements, type Sounding } from '../../../pictures/sounding/sounding.ts';
import { isUnavailable, type Unavailable } from '../../../pictures/sounding/unavailable.ts';
import type { DefaultFlight } from '../../../weather/contract.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { cursorRows } from './leg-rows.ts';
import { type DataCall, flightDataCall, observationsCall, predictionCall } from './viewer-calls.ts';

/** Asks the Data API; the answer is text, for its integers are longer than JavaScript's. */
export type Ask = (call: DataCall, signal: AbortSignal) => Promise<Outcome<string>>;

export interface Flight {
  /** Its name, and what the API knows it by. */
  mission: string;
  id: string;
  track: TrackPoint[];
  /** Where it will go; none of one that has landed. */
  path: PathPoint[];
  legs: Leg[];
}

/** A leg as it is drawn. */
export interface ViewedLeg {
  mission: string;
  /** Counted from 1. */
  number: number;
  leg: Leg;
  /** Those that the cursor moves over. */
  rows: SoundingRow[];
  sounding: Sounding | Unavailable;
}

export async function loadFlight(
  ask: Ask,
  { mission, id }: Pick<Flight, 'mission' | 'id'>,
  signal: AbortSignal,
): Promise<Outcome<Flight>> {
  const [flown, predicted] = await Promise.all([
    ask(flightDataCall(id), signal),
    ask(predictionCall(id), signal),
  ]);
  if (!flown.ok) return flown;
  const track = listIn<TrackPoint>(flown.value, 'flight_data');
  if (!track) return unreadable;
  // Of one that has landed there is no prediction: everything else can be seen.
  const path = (predicted.ok && listIn<PathPoint>(predicted.value, 'prediction')) || [];
  return { ok: true, value: { mission, id, track, path, legs: listLegs(track, predicted.ok) } };
}

/** The flight of the portal's own feed with its first leg; undefined where that is not in it. */
export async function unpackDefaultFlight(
  first: DefaultFlight,
): Promise<{ flight: Flight; leg: ViewedLeg } | undefined> {
  const { mission, id, flight_data: track, prediction: path, observations } = first;
  const rows = unpackRows(observations as PackedRows);
  await otherWork();
  const flight = { mission, id, track, path, legs: listLegs(track, true) };
  const leg = flight.legs[0];
  await otherWork();
  return rows && leg && { flight, leg: await viewLeg(mission, 1, leg, rows) };
}

/** Between the steps of a computation: the page is being made usable, or someone scrolls. */
const otherWork = () => new Promise((resolve) => setTimeout(resolve));

/** A leg has one page or two; more than this is no leg. */
const pagesMost = 6;

export async function loadLeg(
  ask: Ask,
  { mission, id, legs }: Flight,
  number: number,
  signal: AbortSignal,
): Promise<Outcome<ViewedLeg>> {
  const leg = legs[number - 1]!;
  const call = observationsCall(id, leg);
  const rows: SoundingRow[] = [];
  let since: string | undefined;
  for (let page = 0; page < pagesMost; page++) {
    // With our own filters each time: the API's link to the next page leaves the times out.
    const query = since === undefined ? call.query : [...call.query, ['since', since] as [string, string]];
    const answer = await ask({ ...call, query }, signal);
    if (!answer.ok) return answer;
    const found = listIn<SoundingRow>(answer.value, 'observations');
    if (!found) return unreadable;
    rows.push(...found);
    since = nextSince(answer.value);
    if (since === undefined) break;
  }
  return { ok: true, value: await viewLeg(mission, number, leg, rows) };
}

async function viewLeg(mission: string, number: number, leg: Leg, rows: SoundingRow[]): Promise<ViewedLeg> {
  const measured = readMeasurements(rows, leg);
  await otherWork();
  const sounding = isUnavailable(measured) ? measured : analyseMeasurements(measured);
  await otherWork();
  const own = isUnavailable(sounding) ? undefined : sounding.leg;
  return { mission, number, leg: own ?? leg, rows: cursorRows(rows, own), sounding };
}

/** A line that leads to somebody else's page answers with 200, too. */
const unreadable = requestError(0, 'The answer could not be read. Check your connection and try again.');

function listIn<Row>(text: string, name: string): Row[] | undefined {
  try {
    const list = (JSON.parse(text) as Record<string, unknown> | null)?.[name];
    return Array.isArray(list) && list.every((row) => typeof row === 'object' && row !== null)
      ? (list as Row[])
      : undefined;
  } catch {
    return undefined;
  }
}

function nextSince(text: string): string | undefined {
  if (!/"has_next_page":\s*true/.test(text)) return undefined;
  return /"next_since":\s*(\d+)/.exec(text)?.[1];
}
