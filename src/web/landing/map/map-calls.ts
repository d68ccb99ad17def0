import type { PointRow } from '../../../api/forecast-api.ts';
import type { ApiName, SiteSummary } from '../../../content/contract.ts';
import type { ApiRequest } from '../../../content/requests/request.ts';
import type { Picture } from '../../../pictures/picture.ts';
import { listLegs, type TrackPoint } from '../../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../../pictures/sounding/rows.ts';
import type { Outcome } from '../../session/outcome.ts';
import { newestDeepLeg } from '../../viewer/store/leg-rows.ts';
import { type DataCall, flightDataCall, observationsCall } from '../../viewer/store/viewer-calls.ts';
import type { Choice } from './choice.ts';

export interface MapAnswer {
  name: string;
  picture: Picture;
  /** The call that it was made of. */
  request: ApiRequest;
  /** Whose flight it is of, where it is of one. */
  mission?: string;
}

type Hosts = SiteSummary['hosts'];
/** Calls the API; what it says is JSON. */
export type Ask = (api: ApiName, request: ApiRequest) => Promise<Outcome<unknown>>;

export function askAbout(choice: Choice, hosts: Hosts, ask: Ask): Promise<Outcome<MapAnswer>> {
  return choice.kind === 'place' ? askForForecast(choice, hosts, ask) : askForSounding(choice, hosts, ask);
}

type Of<Kind extends Choice['kind']> = Extract<Choice, { kind: Kind }>;

async function askForForecast(place: Of<'place'>, hosts: Hosts, ask: Ask): Promise<Outcome<MapAnswer>> {
  const { name, latitude, longitude } = place;
  const request = jsonRequest(hosts.forecasts, {
    path: '/points',
    query: [
      ['coordinates', `${latitude},${longitude}`],
      ['max_forecast_hour', '72'],
    ],
  });
  const outcome = await ask('forecasts', request);
  if (!outcome.ok) return outcome;
  const [rows = []] = (outcome.value as { forecasts: PointRow[][] }).forecasts;
  const picture: Picture = { kind: 'meteogram', places: [{ name, latitude, rows }] };
  return { ok: true, value: { name: `Three days of forecast: ${name}.`, picture, request } };
}

/** The flight tells which leg is the newest, its rows are the sounding: the same as the data viewer shows first. */
async function askForSounding(
  { balloon: { id, name } }: Of<'balloon'>,
  hosts: Hosts,
  ask: Ask,
): Promise<Outcome<MapAnswer>> {
  const flight = await ask('data', jsonRequest(hosts.data, flightDataCall(id)));
  if (!flight.ok) return flight;
  const legs = listLegs((flight.value as { flight_data: TrackPoint[] }).flight_data);
  const leg = legs[newestDeepLeg(legs) - 1];
  if (!leg)
    return { ok: false, status: 0, message: `${name} has only just been launched. Choose another balloon.` };
  const request = jsonRequest(hosts.data, observationsCall(id, leg));
  const outcome = await ask('data', request);
  if (!outcome.ok) return outcome;
  const rows = (outcome.value as { observations: SoundingRow[] }).observations;
  const picture: Picture = { kind: 'sounding', rows };
  return { ok: true, value: { name: `The newest sounding of ${name}.`, picture, request, mission: name } };
}

const jsonRequest = (base: string, call: DataCall): ApiRequest => ({ base, ...call, isFile: false });
