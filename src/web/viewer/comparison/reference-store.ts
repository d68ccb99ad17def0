import type { ProfileLevel } from '../../../pictures/sounding/comparison.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Outcome, RequestError } from '../../session/outcome.ts';
import { createStore } from '../../ui/store.ts';

/** A profile to compare with the balloon's. */
export interface LoadedProfile {
  /** "Forecast from 17 Nov 06:00 UTC, 3 to 5 hours ahead" */
  name: string;
  profile: ProfileLevel[];
}

/** A forecast or another leg, drawn together with the balloon's leg. */
export interface Reference extends LoadedProfile {
  kind: 'model' | 'leg';
  /** The sounding that it is compared with. It isn't drawn over another one. */
  sounding: Sounding;
}

/** Loads a reference, which is cached under `key`. */
export interface LoadRequest {
  key: string;
  sounding: Sounding;
  load(signal: AbortSignal, onProgress: (done: number) => void): Promise<Outcome<LoadedProfile>>;
}

interface ReferenceState extends Pick<LoadRequest, 'key' | 'sounding'> {
  shown?: Reference;
  isWaiting: boolean;
  /** How many calls of several are done. */
  done?: number;
  error?: RequestError;
}

export type ReferenceStates = Partial<Record<Reference['kind'], ReferenceState>>;

const maxCached = 24;

/** Loads what is compared with the leg, and aborts calls whose answer is no longer needed. */
export function createReferences() {
  const state = createStore<ReferenceStates>({});
  const cache = new LruCache<string, LoadedProfile>(maxCached);
  const controllers = new Map<Reference['kind'], AbortController>();

  async function load(kind: Reference['kind'], { key, sounding, load: start }: LoadRequest): Promise<void> {
    controllers.get(kind)?.abort();
    const controller = new AbortController();
    controllers.set(kind, controller);
    const change = (next: Pick<ReferenceState, 'isWaiting' | 'done' | 'error' | 'shown'>) => {
      if (!controller.signal.aborted) state.set({ ...state.get(), [kind]: { key, sounding, ...next } });
    };
    const show = (loaded: LoadedProfile) =>
      change({ isWaiting: false, shown: { ...loaded, kind, sounding } });
    const cached = cache.get(key);
    if (cached) return show(cached);
    change({ isWaiting: true });
    const outcome = await start(controller.signal, (done) => change({ isWaiting: true, done }));
    if (controller.signal.aborted) return;
    if (!outcome.ok) return change({ isWaiting: false, error: outcome });
    cache.set(key, outcome.value);
    show(outcome.value);
  }

  return {
    state,
    /** Shows this reference; undefined shows none of its kind. */
    show(kind: Reference['kind'], wanted: LoadRequest | undefined) {
      const now = state.get()[kind];
      if (now?.key === wanted?.key && now?.sounding === wanted?.sounding) return;
      if (wanted) return void load(kind, wanted);
      controllers.get(kind)?.abort();
      const { [kind]: _, ...others } = state.get();
      state.set(others);
    },
    retry: (kind: Reference['kind'], wanted: LoadRequest) => load(kind, wanted),
    close() {
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
