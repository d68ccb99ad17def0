import type { Coordinates } from '../../api/data-api.ts';
import type { ApiName, ApiRequest, SiteSummary } from '../../content/contract.ts';
import { namedPlaces } from '../../content/requests/places.ts';
import { readAnswer } from '../../pictures/answers.ts';
import { regionName } from '../../pictures/earth/regions.ts';
import { formatKilometres } from '../../pictures/format.ts';
import type { Picture } from '../../pictures/picture.ts';
import { listLegs, newestDeepLegNumber } from '../../pictures/sounding/legs.ts';
import type { FleetBalloon } from '../../weather/contract.ts';
import { type Outcome, type RequestError, requestError } from '../session/outcome.ts';
import { type DataCall, flightDataCall, observationsCall } from '../viewer/store/flight-calls.ts';

/** A visitor selects it on the map or in the lists below it. */
export type Choice =
  | { kind: 'balloon'; name: string; balloon: FleetBalloon }
  | ({ kind: 'location'; name: string } & Coordinates);

/** One city in each part of the world, for visitors who don't use the map. */
export const cities = namedPlaces
  .filter(({ name }) => ['Boston', 'London', 'Nairobi', 'Tokyo', 'Sydney'].includes(name))
  .map((place): Choice => ({ kind: 'location', ...place }));

/** Positions are rounded to a hundredth of a degree, about a kilometre. */
export function locationAt(position: Coordinates): Choice {
  const latitude = Math.round(position.latitude * 100) / 100;
  const longitude = Math.round(position.longitude * 100) / 100;
  const name = `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
  return { kind: 'location', name, latitude, longitude };
}

export const balloonChoice = (balloon: FleetBalloon): Choice => ({
  kind: 'balloon',
  name: balloon.name,
  balloon,
});

export function positionOf(balloon: FleetBalloon): Coordinates {
  const [latitude, longitude] = balloon.track.at(-1)!;
  return { latitude, longitude };
}

export const placeOf = (choice: Choice): Coordinates =>
  choice.kind === 'balloon' ? positionOf(choice.balloon) : choice;

/** "12.4 km, ascending, 23 m/s" */
export function balloonFacts({ altitude, is_rising, speed }: FleetBalloon): string {
  const facts = [formatKilometres(altitude), is_rising ? 'ascending' : 'descending'];
  return [...facts, ...(speed === undefined ? [] : [`${Math.round(speed)} m/s`])].join(', ');
}

/**
 * The text next to the name of a place. A city gets its coordinates and not its region, because
 * regions are rough boxes, and Boston lies in that of the North Atlantic.
 */
export function detailOf(choice: Choice): string {
  if (choice.kind === 'balloon') return balloonFacts(choice.balloon);
  const coordinates = locationAt(choice).name;
  return choice.name === coordinates ? regionName(choice) : coordinates;
}

export interface MapAnswer {
  name: string;
  picture: Picture;
  /** The call that the picture is drawn from. */
  request: ApiRequest;
  /** The mission to link to, for a sounding. */
  mission?: string;
}

export interface MapState {
  choice?: Choice;
  answer?: MapAnswer;
  error?: RequestError;
}

type Hosts = SiteSummary['hosts'];
/** Calls the API and returns the JSON of its answer. */
export type CallJson = (api: ApiName, request: ApiRequest) => Promise<Outcome<unknown>>;

export async function loadAnswer(
  choice: Choice,
  hosts: Hosts,
  callJson: CallJson,
): Promise<Outcome<MapAnswer>> {
  if (choice.kind === 'balloon') return loadSounding(choice.balloon, hosts, callJson);
  const { name, latitude, longitude } = choice;
  const request = jsonRequest(hosts.forecasts, {
    path: '/points',
    query: [
      ['coordinates', `${latitude},${longitude}`],
      ['max_forecast_hour', '72'],
    ],
  });
  const outcome = await callJson('forecasts', request);
  if (!outcome.ok) return outcome;
  const { places } = readAnswer('meteogram', outcome.value, { names: [name], askedAt: '' });
  const picture: Picture = { kind: 'meteogram', places: places.map((place) => ({ ...place, latitude })) };
  return { ok: true, value: { name: `${name}, next 3 days.`, picture, request } };
}

/** The newest leg is found in the flight's track; its observations are the sounding. */
async function loadSounding(
  { id, name }: FleetBalloon,
  hosts: Hosts,
  callJson: CallJson,
): Promise<Outcome<MapAnswer>> {
  const flight = await callJson('data', jsonRequest(hosts.data, flightDataCall(id)));
  if (!flight.ok) return flight;
  const legs = listLegs(readAnswer('flight', flight.value, { askedAt: '' }).track);
  const leg = legs[newestDeepLegNumber(legs) - 1];
  if (!leg) return requestError(0, `${name} has only just been launched. Pick another balloon.`);
  const request = jsonRequest(hosts.data, observationsCall(id, leg));
  const outcome = await callJson('data', request);
  if (!outcome.ok) return outcome;
  const picture = readAnswer('sounding', outcome.value, { askedAt: '' });
  return { ok: true, value: { name: `Latest sounding from ${name}.`, picture, request, mission: name } };
}

const jsonRequest = (base: string, call: DataCall): ApiRequest => ({ base, ...call, isFile: false });
