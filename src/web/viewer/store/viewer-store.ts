import { LruCache } from '../../../platform/lru-cache.ts';
import type { DefaultFlight, FleetSnapshot } from '../../../weather/contract.ts';
import { listDefaultBalloons } from '../../../weather/fleet/default-balloons.ts';
import type { Outcome, RequestError } from '../../session/outcome.ts';
import { createStore, type Readable } from '../../ui/store.ts';
import { legNumberAt, nearestIndex, newestDeepLeg } from './leg-rows.ts';
import {
  readAddress,
  type SettingName,
  type Settings,
  settingNames,
  type ViewerAddress,
  writeAddress,
} from './viewer-address.ts';
import {
  type Ask,
  type Flight,
  loadFlight,
  loadLeg,
  unpackDefaultFlight,
  type ViewedLeg,
} from './viewer-data.ts';

export interface ViewerState {
  settings: Settings;
  fleet: FleetSnapshot | undefined;
  /** What is drawn; it stays while the next is asked for, and when that fails. */
  flight: Flight | undefined;
  leg: ViewedLeg | undefined;
  /** When the leg came. */
  asOfMs: number;
  isWaiting: boolean;
  /** The mission that is waited for, if one was chosen. */
  wanted: string | undefined;
  failure: RequestError | undefined;
  /** About a link that could not be followed to the letter. */
  remarks: string[];
}

/** What is asked for; what is left open is decided by what there is. */
type Choice = Pick<ViewerAddress, 'mission' | 'leg' | 'timeSeconds'>;

interface ViewerParts {
  ask: Ask;
  readFleet(signal: AbortSignal): Promise<Outcome<FleetSnapshot>>;
  /** What is shown to a reader who asks for nothing; undefined where it has to be asked for as the rest. */
  readDefault(signal: AbortSignal): Promise<DefaultFlight | undefined>;
  /** The end of the address, as a new entry of the history or in place of the present one. */
  writeSearch(search: string, how: 'push' | 'replace'): void;
  now(): number;
}

export interface Viewer {
  readonly state: Readable<ViewerState>;
  /** The place of the row under the cursor among the rows of the leg. */
  readonly cursor: Readable<number>;
  /** Shows what an address says. */
  open(search: string): Promise<void>;
  chooseMission(mission: string): Promise<void>;
  chooseLeg(number: number): Promise<void>;
  /** In the leg that is shown, or in whichever leg has it. */
  chooseTime(timeSeconds: number): Promise<void>;
  moveTo(index: number): void;
  set<Name extends SettingName>(name: Name, value: Settings[Name]): void;
  /** Once more, and afresh. */
  retry(): Promise<void>;
  close(): void;
}

const maxCachedLegs = 12;

export function createViewer({ ask, readFleet, readDefault, writeSearch, now }: ViewerParts): Viewer {
  const state = createStore<ViewerState>({
    settings: readAddress('').address,
    fleet: undefined,
    flight: undefined,
    leg: undefined,
    asOfMs: 0,
    isWaiting: false,
    wanted: undefined,
    failure: undefined,
    remarks: [],
  });
  const cursor = createStore(0);
  const cachedLegs = new LruCache<string, ViewedLeg>(maxCachedLegs);
  let wanted: Choice = {};
  /** The fleet and the flight have gone on since they were asked for. */
  let isStale = false;
  let controller = new AbortController();

  const change = (changes: Partial<ViewerState>) => state.set({ ...state.get(), ...changes });
  const rowAt = (index: number) => state.get().leg?.rows[index];

  function address(): ViewerAddress {
    const { settings, leg } = state.get();
    const timeSeconds = rowAt(cursor.get())?.timestamp;
    return { ...settings, mission: leg?.mission, leg: leg?.number, timeSeconds };
  }

  const write = (how: 'push' | 'replace') => writeSearch(writeAddress(address()), how);

  /** Asks for all that is missing, step by step; a later call overtakes it. */
  async function show(choice: Choice, how: 'push' | 'replace'): Promise<void> {
    wanted = choice;
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    change({ isWaiting: true, wanted: choice.mission, failure: undefined });
    const failed = await follow(choice, how, signal);
    if (signal.aborted) return;
    change({ isWaiting: false, wanted: undefined, failure: failed });
  }

  async function follow(
    choice: Choice,
    how: 'push' | 'replace',
    signal: AbortSignal,
  ): Promise<RequestError | undefined> {
    const given = choice.mission;
    const [failedFleet, first] = await Promise.all([
      requireFleet(signal),
      given === undefined ? findFirst(signal) : undefined,
    ]);
    if (signal.aborted) return undefined;
    const mission =
      given ?? first?.mission ?? listDefaultBalloons(state.get().fleet?.balloons ?? [], now())[0]?.name;
    if (mission === undefined) return failedFleet;
    const flight: Outcome<Flight> = first ? { ok: true, value: first } : await requireFlight(mission, signal);
    if (signal.aborted) return undefined;
    if (!flight.ok) {
      if (flight.status !== 404 || given === undefined) return flight;
      remark(`There is no mission ${given}: another one is shown.`);
      return follow({}, how, signal);
    }
    // Who asks for nothing sees a sounding from the ground.
    const number = legNumber(flight.value, given === undefined ? { leg: 1, ...choice } : choice);
    if (number === 0) {
      change({ flight: flight.value, leg: undefined });
      return undefined;
    }
    const leg = await requireLeg(flight.value, number, signal);
    if (signal.aborted) return undefined;
    if (!leg.ok) return leg;
    isStale = false;
    change({ flight: flight.value, leg: leg.value, asOfMs: now() });
    cursor.set(startIndex(leg.value, choice.timeSeconds));
    write(how);
    return undefined;
  }

  async function requireFleet(signal: AbortSignal): Promise<RequestError | undefined> {
    if (state.get().fleet && !isStale) return undefined;
    const fleet = await readFleet(signal);
    if (!fleet.ok) return fleet;
    change({ fleet: fleet.value });
    return undefined;
  }

  /** With its leg among those that are kept. */
  async function findFirst(signal: AbortSignal): Promise<Flight | undefined> {
    const packed = await readDefault(signal);
    const first = packed && (await unpackDefaultFlight(packed));
    if (first) cachedLegs.set(`${first.flight.mission} 1`, first.leg);
    return first?.flight;
  }

  async function requireFlight(mission: string, signal: AbortSignal): Promise<Outcome<Flight>> {
    const { flight, fleet } = state.get();
    if (flight?.mission === mission && !isStale) return { ok: true, value: flight };
    // Addresses hold names; not every API takes one for an id.
    const id = fleet?.balloons.find(({ name }) => name === mission)?.id ?? mission;
    return loadFlight(ask, { mission, id }, signal);
  }

  async function requireLeg(
    flight: Flight,
    number: number,
    signal: AbortSignal,
  ): Promise<Outcome<ViewedLeg>> {
    const name = `${flight.mission} ${number}`;
    const cached = cachedLegs.get(name);
    if (cached) return { ok: true, value: cached };
    const leg = await loadLeg(ask, flight, number, signal);
    if (leg.ok) cachedLegs.set(name, leg.value);
    return leg;
  }

  /** From 1; 0 of a balloon that has not moved yet. */
  function legNumber({ legs, mission }: Flight, { leg, timeSeconds }: Choice): number {
    if (leg !== undefined && leg <= legs.length) return leg;
    if (leg !== undefined)
      remark(`${mission} has ${legs.length} legs and no leg ${leg}: another one is shown.`);
    if (timeSeconds === undefined || legs.length === 0) return newestDeepLeg(legs);
    return legNumberAt(legs, timeSeconds);
  }

  function startIndex({ rows, mission, leg }: ViewedLeg, timeSeconds: number | undefined): number {
    // The newest row, or one that every picture has in its middle.
    if (timeSeconds === undefined) return leg.isSoFar ? Math.max(0, rows.length - 1) : rows.length >> 1;
    const [first, last] = [rows[0], rows.at(-1)];
    const isOutside = !first || timeSeconds < first.timestamp || timeSeconds > last!.timestamp;
    if (isOutside) remark(`${mission} sent no row of that time: the nearest one of the leg is shown.`);
    return nearestIndex(rows, timeSeconds);
  }

  const remark = (sentence: string) => change({ remarks: [...state.get().remarks, sentence] });

  function moveTo(index: number): void {
    if (!rowAt(index)) return;
    cursor.set(index);
    write('replace');
  }

  return {
    state,
    cursor,
    open(search) {
      const { address: read, ignored } = readAddress(search);
      const remarks = ignored.map((name) => `The link's ${name} means nothing here and is left out.`);
      change({ settings: settingsOf(read), remarks });
      return show(read, 'replace');
    },
    chooseMission(mission) {
      change({ remarks: [] });
      return show({ mission }, 'push');
    },
    async chooseLeg(number) {
      const { flight, leg } = state.get();
      if (!flight || number === leg?.number || number < 1 || number > flight.legs.length) return;
      change({ remarks: [] });
      await show({ mission: flight.mission, leg: number }, 'push');
    },
    async chooseTime(timeSeconds) {
      const { flight, leg } = state.get();
      if (!flight || !leg) return;
      change({ remarks: [] });
      const isHere =
        timeSeconds >= (leg.rows[0]?.timestamp ?? Number.POSITIVE_INFINITY) &&
        timeSeconds <= (leg.rows.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY);
      if (isHere) moveTo(nearestIndex(leg.rows, timeSeconds));
      else await show({ mission: flight.mission, timeSeconds }, 'push');
    },
    moveTo,
    set(name, value) {
      change({ settings: { ...state.get().settings, [name]: value } });
      write('replace');
    },
    retry() {
      isStale = true;
      cachedLegs.clear();
      return show(wanted, 'replace');
    },
    close: () => controller.abort(),
  };
}

function settingsOf(address: ViewerAddress): Settings {
  return Object.fromEntries(settingNames.map((name) => [name, address[name]])) as Settings;
}
