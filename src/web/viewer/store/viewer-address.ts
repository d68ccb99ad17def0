import { type MapView, maxZoom } from '../../../pictures/map-view.ts';
import type { OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { findTimeMs, isoWithoutZone } from '../../../weather/api-time.ts';

/** How the panels look. Names and values are those of the address; the first value is the default. */
const choices = {
  parcel: ['mixed', 'lowest', 'unstable'],
  wind: ['ms', 'kt'],
  heights: ['hpa', 'km', 'ft'],
  temperature: ['c', 'f'],
  hodograph: ['ground', 'storm'],
  model: ['on', 'off'],
  /** How many hours before the newest run the forecast began. */
  lead: ['newest', '24', '48', '72', '96'],
  map: ['world', 'near'],
  profile: ['near', 'whole'],
  wind300: ['off', 'on'],
  rain: ['off', 'on'],
  pressure: ['off', 'on'],
  cyclones: ['off', 'on'],
  /** The one that a phone shows; wider screens show all. */
  diagram: ['skew-t', 'hodograph', 'map', 'profile'],
} as const;

export type SettingName = keyof typeof choices;
export type Settings = { [Name in SettingName]: (typeof choices)[Name][number] };
export const settingChoices: { [Name in SettingName]: readonly Settings[Name][] } = choices;

/** The overlays of the map, in the order in which they are painted. */
export const overlayKinds = ['rain', 'pressure', 'wind300', 'cyclones'] as const satisfies OverlayKind[];

/** A link selects these. The viewer decides about those that are undefined. */
export interface Selection {
  /** The name or the id of a mission. */
  mission?: string | undefined;
  /** Counted from 1, the leg that begins at the launch. */
  leg?: number | undefined;
  /** The time of the row under the cursor, in Unix seconds. */
  timeSeconds?: number | undefined;
  /** The leg is compared with `before`, the leg before it, or with the mission of this name. */
  compare?: string | undefined;
}

interface ReadAddress {
  selection: Selection;
  settings: Settings;
  /** The part of the map that was moved to; undefined for the whole map. */
  mapView: MapView | undefined;
  /** The parameters that have no meaning here. */
  ignored: string[];
}

const settingNames = Object.keys(settingChoices) as SettingName[];
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingChoices[name][0]]),
) as Settings;

export function readAddress(search: string): ReadAddress {
  const query = new URLSearchParams(search);
  const entries = [...new Set(query.keys())].map((name) => [name, query.get(name) ?? ''] as const);
  const chosen = Object.fromEntries(entries.filter(isChoice));
  const [mission, leg, timeMs] = [
    query.get('mission'),
    query.get('leg'),
    findTimeMs(query.get('time') ?? ''),
  ];
  const compare = query.get('compare');
  const selection: Selection = {
    mission: mission !== null && isName(mission) ? mission : undefined,
    leg: leg !== null && /^[1-9]\d{0,4}$/.test(leg) ? Number(leg) : undefined,
    timeSeconds: timeMs !== undefined && timeMs >= 0 ? timeMs / 1000 : undefined,
    compare: compare !== null && isName(compare) ? compare : undefined,
  };
  const mapView = readMapView(query.get('view') ?? '');
  const understood = new Map<string, unknown>(Object.entries({ ...chosen, ...selection, view: mapView }));
  understood.set('time', selection.timeSeconds).delete('timeSeconds');
  const ignored = entries.map(([name]) => name).filter((name) => understood.get(name) === undefined);
  return { selection, settings: { ...defaultSettings, ...chosen }, mapView, ignored };
}

/** "48.2,-12.5,4": latitude, longitude, zoom */
function readMapView(text: string): MapView | undefined {
  if (!/^-?\d{1,2}(\.\d{1,2})?,-?\d{1,3}(\.\d{1,2})?,\d{1,2}(\.\d{1,2})?$/.test(text)) return undefined;
  const [latitude = 0, longitude = 0, zoom = 0] = text.split(',').map(Number);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || zoom > maxZoom) return undefined;
  return { latitude, longitude, zoom };
}

const mapViewText = ({ latitude, longitude, zoom }: MapView) =>
  [latitude, longitude, zoom].map((value) => Number(value.toFixed(2)) + 0).join();

const isName = (text: string) => /^[\w-]{1,64}$/.test(text);

const isChoice = ([name, value]: readonly [string, string]) =>
  settingNames.some((each) => each === name && settingChoices[each].some((choice) => choice === value));

/** The query of an address; defaults are left out. */
export function writeAddress(
  { mission, leg, timeSeconds, compare }: Selection,
  settings: Settings,
  mapView?: MapView,
): string {
  const query = new URLSearchParams();
  if (mission !== undefined) query.set('mission', mission);
  if (leg !== undefined) query.set('leg', String(leg));
  if (timeSeconds !== undefined) query.set('time', timeText(timeSeconds));
  if (compare !== undefined) query.set('compare', compare);
  for (const name of settingNames)
    if (settings[name] !== defaultSettings[name]) query.set(name, settings[name]);
  if (mapView) query.set('view', mapViewText(mapView));
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** 2026-11-15T04:20:10Z */
const timeText = (timeSeconds: number) => `${isoWithoutZone(timeSeconds * 1000)}Z`;
