import type { MapView } from '../../../pictures/map-view.ts';
import type { OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { openingLegNumber } from '../../../pictures/sounding/legs.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { DefaultFlight, FleetSnapshot } from '../../../weather/contract.ts';
import { listDefaultBalloons } from '../../../weather/fleet/default-balloons.ts';
import type { Outcome, RequestError } from '../../session/outcome.ts';
import { createStore } from '../../ui/store.ts';
import { legNumberAt } from './flight-calls.ts';
import {
  defaultSettings,
  overlayKinds,
  readAddress,
  type Selection,
  type SettingName,
  type Settings,
  writeAddress,
} from './viewer-address.ts';
import {
  type CallText,
  type Flight,
  loadFlight,
  loadLeg,
  nearestIndex,
  unpackDefaultFlight,
  type ViewedLeg,
  withExactLeg,
} from './viewer-data.ts';

export interface ViewerState {
  settings: Settings;
  /** Where the map was moved to; undefined for the whole map. */
  mapView?: MapView | undefined;
  /** It has the same values as in the address. */
  compare?: Selection['compare'];
  fleet?: FleetSnapshot;
  /** The sounding that is drawn. It stays while the next flight loads, and if that fails. */
  flight?: Flight;
  leg?: ViewedLeg | undefined;
  /** When the leg was loaded. */
  asOfMs: number;
  isWaiting: boolean;
  /** The mission that is loading, if one was chosen. */
  loadingMission?: string | undefined;
  error?: RequestError | undefined;
  /** Each remark names a part of the link that doesn't work. */
  remarks: string[];
}

interface ViewerSources {
  callText: CallText;
  readFleet(): Promise<Outcome<FleetSnapshot>>;
  /** The flight to open with; undefined if the portal has none. */
  readDefaultFlight(): Promise<DefaultFlight | undefined>;
  /** Changes the query of the address. */
  writeSearch(search: string, how: HistoryMode): void;
  /** The address of what is shown. */
  readLink(): string;
  now(): number;
}

export type Viewer = ReturnType<typeof createViewer>;

type Failure = RequestError | undefined;
/** A new entry of the browser's history, or a change of the current one. */
type HistoryMode = 'push' | 'replace';

const maxCachedLegs = 12;

export function createViewer(sources: ViewerSources) {
  const { callText, readFleet, readDefaultFlight, writeSearch, readLink, now } = sources;
  const initial = { settings: defaultSettings, asOfMs: 0, isWaiting: false, remarks: [] };
  const state = createStore<ViewerState>(initial);
  /** The index of the row under the cursor. */
  const cursor = createStore(0);
  const cachedLegs = new LruCache<string, ViewedLeg>(maxCachedLegs);
  let wanted: Selection = {};
  /** The fleet and the flight may have moved on, so they are loaded again. */
  let isStale = false;
  let controller = new AbortController();

  const change = (changes: Partial<ViewerState>) => state.set({ ...state.get(), ...changes });
  const addRemark = (remark: string) => change({ remarks: [...state.get().remarks, remark] });

  function write(how: HistoryMode): void {
    const { settings, mapView, compare, leg } = state.get();
    const timeSeconds = leg?.rows[cursor.get()]?.timestamp;
    const selection = { mission: leg?.mission, leg: leg?.number, timeSeconds, compare };
    writeSearch(writeAddress(selection, settings, mapView), how);
  }

  /** Loads what is missing, step by step; a later call aborts it. */
  async function show(selection: Selection, how: HistoryMode): Promise<void> {
    wanted = selection;
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    change({ isWaiting: true, loadingMission: selection.mission, error: undefined });
    const error = await load(selection, how, signal);
    if (!signal.aborted) change({ isWaiting: false, loadingMission: undefined, error });
  }

  async function load(selection: Selection, how: HistoryMode, signal: AbortSignal): Promise<Failure> {
    const isDefault = selection.mission === undefined;
    const [fleetError, found] = await Promise.all([
      requireFleet(signal),
      isDefault ? findDefaultFlight() : undefined,
    ]);
    if (signal.aborted) return undefined;
    const [newest] = listDefaultBalloons(state.get().fleet?.balloons ?? [], now());
    const mission = selection.mission ?? found?.mission ?? newest?.name;
    if (mission === undefined) return fleetError;
    const flight: Outcome<Flight> = found ? { ok: true, value: found } : await requireFlight(mission, signal);
    if (signal.aborted) return undefined;
    if (!flight.ok) {
      if (flight.status !== 404 || isDefault) return flight;
      addRemark(`Mission ${mission} doesn't exist; showing another one.`);
      return load({}, how, signal);
    }
    const number = legNumber(flight.value, selection);
    const leg = await requireLeg(flight.value, number, signal);
    if (signal.aborted) return undefined;
    if (!leg.ok) return leg;
    isStale = false;
    const exact = leg.value ? withExactLeg(flight.value, leg.value) : flight.value;
    change({ flight: exact, leg: leg.value, asOfMs: now() });
    if (!leg.value) return undefined;
    cursor.set(startIndex(leg.value, selection.timeSeconds));
    write(how);
    return undefined;
  }

  async function requireFleet(signal: AbortSignal): Promise<Failure> {
    if (state.get().fleet && !isStale) return undefined;
    const fleet = await readFleet();
    if (!fleet.ok) return fleet;
    if (!signal.aborted) change({ fleet: fleet.value });
    return undefined;
  }

  async function findDefaultFlight(): Promise<Flight | undefined> {
    const packed = await readDefaultFlight();
    const found = packed && (await unpackDefaultFlight(packed));
    if (found) cachedLegs.set(`${found.flight.mission} ${found.leg.number}`, found.leg);
    return found?.flight;
  }

  async function requireFlight(mission: string, signal: AbortSignal): Promise<Outcome<Flight>> {
    const { flight, fleet } = state.get();
    if (flight?.mission === mission && !isStale) return { ok: true, value: flight };
    // Addresses contain names, but not every API accepts a name in place of an id.
    const id = fleet?.balloons.find(({ name }) => name === mission)?.id ?? mission;
    return loadFlight(callText, { mission, id }, signal);
  }

  async function requireLeg(
    flight: Flight,
    number: number,
    signal: AbortSignal,
  ): Promise<Outcome<ViewedLeg | undefined>> {
    const name = `${flight.mission} ${number}`;
    const cached = cachedLegs.get(name);
    if (cached) return { ok: true, value: cached };
    const leg = await loadLeg(callText, flight, number, signal);
    if (leg.ok && leg.value) cachedLegs.set(name, leg.value);
    return leg;
  }

  /** Counted from 1; 0 for a balloon that has not moved yet. */
  function legNumber({ legs, mission }: Flight, { leg, timeSeconds }: Selection): number {
    if (leg !== undefined && leg <= legs.length) return leg;
    if (leg !== undefined)
      addRemark(`${mission} has ${legs.length} legs, so leg ${leg} doesn't exist; showing another one.`);
    if (timeSeconds === undefined || legs.length === 0) return openingLegNumber(legs);
    return legNumberAt(legs, timeSeconds);
  }

  function startIndex({ rows, mission, leg }: ViewedLeg, timeSeconds: number | undefined): number {
    // The newest row of a leg that is being flown, otherwise the middle, which every panel shows.
    if (timeSeconds === undefined) return leg.isOngoing ? Math.max(0, rows.length - 1) : rows.length >> 1;
    if (!isWithin(rows, timeSeconds))
      addRemark(`${mission} has no observation at that time; showing the nearest one.`);
    return nearestIndex(rows, timeSeconds);
  }

  async function chooseLeg(number: number, how: HistoryMode = 'push'): Promise<void> {
    const { flight, leg, isWaiting } = state.get();
    if (!flight || number < 1 || number > flight.legs.length) return;
    const isShown = number === leg?.number;
    if (isShown && !isWaiting) return;
    change({ remarks: [] });
    // The leg that is shown is in the history already.
    await show({ mission: flight.mission, leg: number }, isShown ? 'replace' : how);
  }

  function moveTo(index: number): void {
    if (!state.get().leg?.rows[index]) return;
    cursor.set(index);
    write('replace');
  }

  return {
    state,
    cursor,
    open(search: string) {
      const { selection, settings, mapView, ignored } = readAddress(search);
      const remarks = ignored.map((name) => `The link's "${name}" isn't valid and was ignored.`);
      change({ settings, mapView, compare: selection.compare, remarks });
      return show(selection, 'replace');
    },
    chooseMission(mission: string) {
      change({ remarks: [] });
      return show({ mission }, 'push');
    },
    chooseLeg,
    /** From the leg that is loading, if one is, so that keys and clicks that come quickly add up. */
    stepLeg(step: number) {
      const { leg, isWaiting } = state.get();
      return chooseLeg(((isWaiting && wanted.leg) || leg?.number || 0) + step);
    },
    /** The leg after this one, from its first row. It is no step of the history. False if there is none. */
    async playNextLeg(): Promise<boolean> {
      const next = (state.get().leg?.number ?? 0) + 1;
      await chooseLeg(next, 'replace');
      if (state.get().leg?.number !== next) return false;
      moveTo(0);
      return true;
    },
    /** Moves within the leg, or to the leg that contains the time. */
    async chooseTime(timeSeconds: number) {
      const { flight, leg } = state.get();
      if (!flight || !leg) return;
      change({ remarks: [] });
      if (isWithin(leg.rows, timeSeconds)) moveTo(nearestIndex(leg.rows, timeSeconds));
      else await show({ mission: flight.mission, timeSeconds }, 'push');
    },
    moveTo,
    set<Name extends SettingName>(name: Name, value: Settings[Name]) {
      change({ settings: { ...state.get().settings, [name]: value } });
      // The other map shows all of itself first.
      if (name === 'map') change({ mapView: undefined });
      write('replace');
    },
    /** Shows these overlays and no others. */
    setOverlays(kinds: readonly OverlayKind[]) {
      const chosen = overlayKinds.map((kind) => [kind, kinds.includes(kind) ? 'on' : 'off']);
      change({ settings: { ...state.get().settings, ...Object.fromEntries(chosen) } });
      write('replace');
    },
    moveMap(mapView: MapView | undefined) {
      change({ mapView });
      write('replace');
    },
    readLink,
    compareWith(compare: Selection['compare']) {
      change({ compare });
      write('replace');
    },
    /** Loads everything again. */
    retry() {
      isStale = true;
      cachedLegs.clear();
      return show(wanted, 'replace');
    },
    close: () => controller.abort(),
  };
}

function isWithin(rows: ViewedLeg['rows'], timeSeconds: number): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  return !!first && !!last && timeSeconds >= first.timestamp && timeSeconds <= last.timestamp;
}
