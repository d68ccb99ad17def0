import type { CyclonePoint } from '../../../api/forecast-api.ts';
import type { SiteSummary } from '../../../content/contract.ts';
import { isSandboxed } from '../../../content/sandbox.ts';
import { isGlobal } from '../../../pictures/grid.ts';
import { readNetcdfGrid } from '../../../pictures/netcdf/read.ts';
import type { Overlay, OverlayKind } from '../../../pictures/overlays/overlay.ts';
import type { Grid } from '../../../pictures/picture.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import { fetchApiFile, fetchApiText } from '../../api/on-demand-calls.ts';
import { type Outcome, type RequestError, requestError } from '../../session/outcome.ts';
import { createStore } from '../../ui/store.ts';
import type { DataCall } from '../store/flight-calls.ts';
import { overlayKinds } from '../store/viewer-address.ts';
import { type CallText, unreadable } from '../store/viewer-data.ts';
import { cyclonesCall, gridCall, gridVariables } from './overlay-calls.ts';

interface OverlayState {
  /** The overlay stays visible while another hour loads, and if that fails. */
  shown?: Overlay;
  /** The hour that was requested last. */
  timeMs: number;
  isWaiting: boolean;
  error?: RequestError;
}

type OverlayStates = Partial<Record<OverlayKind, OverlayState>>;

export type Overlays = ReturnType<typeof createOverlays>;

interface OverlaySource {
  callText: CallText;
  callFile(call: DataCall, signal: AbortSignal): Promise<Outcome<ArrayBuffer>>;
  now(): number;
}

/** A grid at one degree has 261 kB. */
const maxGridBytes = 300_000;

/** The overlays of this page, from the Forecast API. */
export function openOverlays(site: SiteSummary, getIdentity: () => ApiIdentity) {
  const api = 'forecasts';
  return createOverlays({
    callText: (call, signal) => fetchApiText({ api, ...call }, getIdentity(), { site, signal }),
    callFile: async (call, signal) =>
      isSandboxed(site.sandbox, api)
        ? fetchApiFile({ api, ...call }, getIdentity(), { site, signal, maxBytes: maxGridBytes })
        : tooLarge,
    now: Date.now,
  });
}

/** The provider's files have 0.25 degrees and a format that browsers can't read. */
const tooLarge = requestError(
  0,
  'The grids of this API are files of several megabytes, too large for a page. Gridded forecasts shows how to load them in code.',
);

/** An overlay has up to a megabyte. */
const maxCachedOverlays = 6;

/** Loads each overlay when it is switched on, and aborts calls whose answer is no longer needed. */
export function createOverlays(source: OverlaySource) {
  const state = createStore<OverlayStates>({});
  const cache = new LruCache<string, Overlay>(maxCachedOverlays);
  const controllers = new Map<OverlayKind, AbortController>();
  const change = (kind: OverlayKind, next: OverlayState) => state.set({ ...state.get(), [kind]: next });

  async function load(kind: OverlayKind, timeMs: number): Promise<void> {
    controllers.get(kind)?.abort();
    const controller = new AbortController();
    controllers.set(kind, controller);
    const { shown } = state.get()[kind] ?? {};
    const before = shown ? { shown } : {};
    const name = `${kind} ${timeMs}`;
    const cached = cache.get(name);
    if (cached) return change(kind, { shown: cached, timeMs, isWaiting: false });
    change(kind, { ...before, timeMs, isWaiting: true });
    const outcome = await loadOverlay(source, { kind, timeMs, signal: controller.signal });
    if (controller.signal.aborted) return;
    if (outcome.ok) cache.set(name, outcome.value);
    const found = outcome.ok ? { shown: outcome.value } : { ...before, error: outcome };
    change(kind, { ...found, timeMs, isWaiting: false });
  }

  function hide(kind: OverlayKind): void {
    controllers.get(kind)?.abort();
    const { [kind]: _, ...others } = state.get();
    state.set(others);
  }

  return {
    state,
    /** Shows these overlays for this hour and hides all others. */
    show(kinds: readonly OverlayKind[], timeMs: number) {
      for (const kind of overlayKinds) if (!kinds.includes(kind)) hide(kind);
      for (const kind of kinds) if (state.get()[kind]?.timeMs !== timeMs) void load(kind, timeMs);
    },
    retry() {
      for (const kind of overlayKinds) {
        const { error, timeMs } = state.get()[kind] ?? {};
        if (error && timeMs !== undefined) void load(kind, timeMs);
      }
    },
    close() {
      for (const controller of controllers.values()) controller.abort();
    },
  };
}

interface OverlayRequest {
  kind: OverlayKind;
  timeMs: number;
  signal: AbortSignal;
}

async function loadOverlay(source: OverlaySource, request: OverlayRequest): Promise<Outcome<Overlay>> {
  const { kind, timeMs } = request;
  if (kind === 'cyclones') return loadCyclones(source, request);
  const [first, second] = await Promise.all(
    gridVariables[kind].map(({ variable }) => loadGrid(source, variable, request)),
  );
  if (!first?.ok) return first ?? unreadable;
  if (kind !== 'wind300') return { ok: true, value: { kind, timeMs, grid: first.value } };
  return second?.ok
    ? { ok: true, value: { kind, timeMs, wind: { u: first.value, v: second.value } } }
    : (second ?? unreadable);
}

async function loadGrid(
  source: OverlaySource,
  variable: string,
  { timeMs, signal }: OverlayRequest,
): Promise<Outcome<Grid>> {
  const file = await source.callFile(gridCall(variable, timeMs, source.now()), signal);
  if (!file.ok) return file;
  const grid = readNetcdfGrid(file.value)?.grid;
  return grid && isGlobal(grid) ? { ok: true, value: grid } : unreadable;
}

async function loadCyclones(
  source: OverlaySource,
  { timeMs, signal }: OverlayRequest,
): Promise<Outcome<Overlay>> {
  const answer = await source.callText(cyclonesCall(timeMs, source.now()), signal);
  if (!answer.ok) return answer;
  try {
    const tracks = JSON.parse(answer.value) as Record<string, CyclonePoint[]>;
    if (!Object.values(tracks).every(Array.isArray)) return unreadable;
    return { ok: true, value: { kind: 'cyclones', timeMs, tracks } };
  } catch {
    return unreadable;
  }
}
