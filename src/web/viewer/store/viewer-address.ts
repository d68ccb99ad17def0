import type { OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { findTimeMs } from '../../../weather/api-time.ts';

/** What the pictures look like. Every choice is named by the word that stands for it in an address. */
export const settingChoices = {
  parcel: ['mixed', 'lowest', 'unstable'],
  wind: ['ms', 'kt'],
  heights: ['hpa', 'km'],
  map: ['world', 'near'],
  profile: ['near', 'whole'],
  wind300: ['off', 'on'],
  rain: ['off', 'on'],
  pressure: ['off', 'on'],
  cyclones: ['off', 'on'],
} as const;

export type SettingName = keyof typeof settingChoices;
export type Settings = { [Name in SettingName]: (typeof settingChoices)[Name][number] };

/** What can be laid over the map, in the order it is painted. */
export const overlayKinds = ['rain', 'pressure', 'wind300', 'cyclones'] as const satisfies OverlayKind[];

/** All that a link to a picture holds. */
export interface ViewerAddress extends Settings {
  /** Its name, or its id. */
  mission?: string | undefined;
  /** Counted from the launch, which begins the first. */
  leg?: number | undefined;
  /** Of the row under the cursor, in unix seconds. */
  timeSeconds?: number | undefined;
}

export const settingNames = Object.keys(settingChoices) as SettingName[];
const legsMost = 10_000;

/** What an address says, and the names of what it says that means nothing. */
export function readAddress(search: string): { address: ViewerAddress; ignored: string[] } {
  const query = new URLSearchParams(search);
  const address: ViewerAddress = { ...defaultSettings };
  const ignored: string[] = [];
  for (const name of new Set(query.keys())) if (!take(address, name, query.get(name)!)) ignored.push(name);
  return { address, ignored };
}

const defaultSettings: Settings = {
  parcel: 'mixed',
  wind: 'ms',
  heights: 'hpa',
  map: 'world',
  profile: 'near',
  wind300: 'off',
  rain: 'off',
  pressure: 'off',
  cyclones: 'off',
};

function take(address: ViewerAddress, name: string, value: string): boolean {
  if (isSettingName(name)) return takeSetting(address, name, value);
  switch (name) {
    case 'mission':
      if (!/^[\w-]{1,64}$/.test(value)) return false;
      address.mission = value;
      return true;
    case 'leg': {
      const leg = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      if (leg < 1 || leg > legsMost) return false;
      address.leg = leg;
      return true;
    }
    case 'time': {
      const timeMs = findTimeMs(value);
      if (timeMs === undefined || timeMs < 0) return false;
      address.timeSeconds = timeMs / 1000;
      return true;
    }
    default:
      return false;
  }
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingChoices, name);

function takeSetting<Name extends SettingName>(
  settings: Pick<Settings, Name>,
  name: Name,
  value: string,
): boolean {
  const choices: readonly string[] = settingChoices[name];
  if (!choices.includes(value)) return false;
  settings[name] = value as Settings[Name];
  return true;
}

/** As the end of an address; what is as ever is left out. */
export function writeAddress({ mission, leg, timeSeconds, ...settings }: ViewerAddress): string {
  const query = new URLSearchParams();
  if (mission !== undefined) query.set('mission', mission);
  if (leg !== undefined) query.set('leg', String(leg));
  if (timeSeconds !== undefined) query.set('time', timeText(timeSeconds));
  for (const name of settingNames)
    if (settings[name] !== defaultSettings[name]) query.set(name, settings[name]);
  const text = query.toString().replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

/** 2026-11-15T04:20:10Z */
const timeText = (timeSeconds: number) => `${new Date(timeSeconds * 1000).toISOString().slice(0, 19)}Z`;
