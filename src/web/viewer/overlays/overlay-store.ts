import type { Overlay, OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Outcome, RequestError } from '../../session/outcome.ts';
import { createStore, type Readable } from '../../ui/store.ts';

interface OverlayState {
  /** It stays while that of another hour is asked for, and when that fails. */
  shown?: Overlay;
  /** The hour that is asked for or was. */
  timeMs: number;
  isWaiting: boolean;
  failure?: RequestError;
}

export type OverlayStates = Partial<Record<OverlayKind, OverlayState>>;

export interface Overlays {
  readonly state: Readable<OverlayStates>;
  /** These, of this hour, and no others. */
  show(kinds: readonly OverlayKind[], timeMs: number): void;
  /** What has failed, once more. */
  retry(): void;
  close(): void;
}

type Load = (kind: OverlayKind, timeMs: number, signal: AbortSignal) => Promise<Outcome<Overlay>>;

/** Some of a megabyte each. */
const maxCachedOverlays = 6;

/** Nothing is asked for before it is switched on; what is overtaken is given up. */
export function createOverlays(load: Load): Overlays {
  const state = createStore<OverlayStates>({});
  const cache = new LruCache<string, Overlay>(maxCachedOverlays);
  const controllers = new Map<OverlayKind, AbortController>();

  const change = (kind: OverlayKind, next: OverlayState) => state.set({ ...state.get(), [kind]: next });

  async function bring(kind: OverlayKind, timeMs: number): Promise<void> {
    controllers.get(kind)?.abort();
    const controller = new AbortController();
    controllers.set(kind, controller);
    const { shown } = state.get()[kind] ?? {};
    const name = `${kind} ${timeMs}`;
    const known = cache.get(name);
    if (known) return change(kind, { shown: known, timeMs, isWaiting: false });
    change(kind, { ...(shown && { shown }), timeMs, isWaiting: true });
    const outcome = await load(kind, timeMs, controller.signal);
    if (controller.signal.aborted) return;
    if (outcome.ok) cache.set(name, outcome.value);
    const found = outcome.ok ? { shown: outcome.value } : { ...(shown && { shown }), failure: outcome };
    change(kind, { ...found, timeMs, isWaiting: false });
  }

  function drop(kind: OverlayKind): void {
    controllers.get(kind)?.abort();
    const { [kind]: _, ...others } = state.get();
    state.set(others);
  }

  const known = () => Object.entries(state.get()) as [OverlayKind, OverlayState][];

  return {
    state,
    show(kinds, timeMs) {
      for (const [kind] of known()) if (!kinds.includes(kind)) drop(kind);
      for (const kind of kinds) if (state.get()[kind]?.timeMs !== timeMs) void bring(kind, timeMs);
    },
    retry() {
      for (const [kind, { failure, timeMs }] of known()) if (failure) void bring(kind, timeMs);
    },
    close() {
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
