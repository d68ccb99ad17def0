import type { ApiRequest } from '../../../content/requests/request.ts';
import type { OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { overlayKinds, type Settings } from '../store/viewer-address.ts';
import { type DataCall, flightDataCall, observationCalls, predictionCall } from '../store/viewer-calls.ts';
import type { Flight } from '../store/viewer-data.ts';
import { cyclonesCall, gridCall, hourOfLeg } from './overlay-calls.ts';

interface Pictures {
  flight: Flight;
  /** Of the leg, counted from 1. */
  number: number;
  settings: Settings;
  hosts: { data: string; forecasts: string };
  nowMs: number;
}

interface PictureRequest {
  title: string;
  request: ApiRequest;
}

/** What the pictures are drawn from, as calls of the documented API. */
export function pictureRequests({ flight, number, settings, hosts, nowMs }: Pictures): PictureRequest[] {
  const leg = flight.legs[number - 1];
  if (!leg) return [];
  const ofData = (title: string, call: DataCall) => ({
    title,
    request: { base: hosts.data, ...call, isFile: false },
  });
  const rows = observationCalls(flight.id, leg);
  const hourMs = hourOfLeg(leg);
  return [
    ...rows.map((call, index) =>
      ofData(`The rows of leg ${number}${rows.length > 1 ? `, part ${index + 1}` : ''}`, call),
    ),
    ofData('Where it has been', flightDataCall(flight.id)),
    // Of one that has landed there is none.
    ...(flight.path.length > 0 ? [ofData('Where it will go', predictionCall(flight.id))] : []),
    ...overlayKinds
      .filter((kind) => settings[kind] === 'on')
      .flatMap((kind) => overlayRequests(kind, hourMs, { hosts, nowMs })),
  ];
}

const fields: Record<Exclude<OverlayKind, 'cyclones'>, [title: string, field: string][]> = {
  rain: [['Rain over the map', 'precipitation']],
  pressure: [['Pressure over the map', 'pressure_msl']],
  wind300: [
    ['Wind over the map, from west to east', '300/wind_u'],
    ['Wind over the map, from south to north', '300/wind_v'],
  ],
};

function overlayRequests(
  kind: OverlayKind,
  hourMs: number,
  { hosts, nowMs }: Pick<Pictures, 'hosts' | 'nowMs'>,
): PictureRequest[] {
  const base = hosts.forecasts;
  if (kind === 'cyclones')
    return [
      {
        title: 'Tropical cyclones',
        request: { base, ...cyclonesCall(hourMs, nowMs), isFile: false },
      },
    ];
  return fields[kind].map(([title, field]) => ({
    title,
    request: { base, ...gridCall(field, hourMs, nowMs), isFile: true },
  }));
}
