import type { SiteSummary } from '../../../content/contract.ts';
import { isSandboxed } from '../../../content/sandbox.ts';
import type { FleetBalloon, FleetSnapshot } from '../../../weather/contract.ts';
import { type ApiIdentity, identitiesFor, identityFor, useChosenIdentity } from '../../api/identity.ts';
import { fetchApiText } from '../../api/on-demand-calls.ts';
import { useApiKeys } from '../../keys/context/api-keys.ts';
import { useSite } from '../../router/router-context.tsx';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { missionsCall } from './flight-calls.ts';
import { fleetError, type Prefetched, readDefaultFlight, readFleet } from './prefetch.ts';
import { type CallText, readList } from './viewer-data.ts';
import { createViewer, type Viewer } from './viewer-store.ts';

/** The identity for calls of the Data API: a key of the user, or a guest in the sandbox; undefined until it is known. */
export function useDataIdentity(): ApiIdentity | 'none' | undefined {
  const { sandbox } = useSite();
  const apiKeys = useApiKeys();
  const wanted = useChosenIdentity();
  if (!apiKeys) return undefined;
  const open = identitiesFor({ api: 'data', access: 'all_access' }, { sandbox, apiKeys, now: new Date() });
  return identityFor(open, wanted) ?? 'none';
}

/** Opens the viewer of this page. It follows the address, and writes to it. */
export function openViewer(
  site: SiteSummary,
  getIdentity: () => ApiIdentity,
  prefetched: Prefetched,
): Viewer {
  const hasFeeds = isSandboxed(site.sandbox, 'data');
  const writer = createSearchWriter();
  const callText: CallText = (call, signal) =>
    fetchApiText({ api: 'data', ...call }, getIdentity(), { site, signal });
  /** Each prefetched answer is used once. */
  const take = <Name extends keyof Prefetched>(name: Name) => {
    const answer = prefetched[name];
    delete prefetched[name];
    return answer;
  };
  const viewer = createViewer({
    callText,
    readFleet: async () => take('fleet') ?? (hasFeeds ? readFleet() : listMissions(callText)),
    readDefaultFlight: async () => take('flight') ?? (hasFeeds ? readDefaultFlight() : undefined),
    writeSearch: writer.write,
    readLink() {
      writer.flush();
      return location.href;
    },
    now: Date.now,
  });
  const follow = () => void viewer.open(location.search);
  addEventListener('popstate', follow);
  follow();
  return {
    ...viewer,
    close() {
      removeEventListener('popstate', follow);
      viewer.close();
      writer.flush();
    },
  };
}

/** The provider's API lists missions without positions. */
async function listMissions(callText: CallText): Promise<Outcome<FleetSnapshot>> {
  const answer = await callText(missionsCall, new AbortController().signal);
  if (!answer.ok) return answer;
  const missions = readList<Pick<FleetBalloon, 'id' | 'name' | 'launch_time'>>(answer.value, 'missions');
  if (!missions) return requestError(0, fleetError);
  const unknown = { altitude: Number.NaN, is_rising: false, track: [], path: [] };
  const balloons = missions.map(({ id, name, launch_time }) => ({ id, name, launch_time, ...unknown }));
  return { ok: true, value: { time: '', track_minutes: 0, path_minutes: 0, balloons } };
}

/** Browsers allow a hundred changes of the address in half a minute; a key held down on the cursor makes more. */
const writeDelayMs = 150;

/** Keeps the query of the address up to date until the visitor leaves the page. */
function createSearchWriter() {
  const page = location.pathname;
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (waiting !== undefined && location.pathname === page)
      history.replaceState(history.state, '', page + waiting + location.hash);
    waiting = undefined;
  };
  return {
    flush,
    write(search: string, how: 'push' | 'replace') {
      if (location.pathname !== page) return;
      if (how === 'push' && search !== location.search) {
        flush();
        history.pushState(null, '', page + search);
        return;
      }
      waiting = search;
      clearTimeout(timer);
      timer = setTimeout(flush, writeDelayMs);
    },
  };
}
