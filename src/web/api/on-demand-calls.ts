import { requestError } from '../session/outcome.ts';
import { onDemand } from '../ui/on-demand.ts';

type CallApi = typeof import('./call-api.ts');

const callCode = onDemand(() => import('./call-api.ts'));

/** Loads the code of calls before one is made. */
export const preloadCalls = () => callCode.load().catch(() => undefined);

const notLoaded = requestError(0, "The API couldn't be called. Check your connection and try again.");

/** The same calls for pages that first show what they have: their code is loaded with the first call. */
export const fetchApiText: CallApi['fetchApiText'] = async (...call) =>
  (await preloadCalls())?.fetchApiText(...call) ?? notLoaded;

export const fetchApiFile: CallApi['fetchApiFile'] = async (...call) =>
  (await preloadCalls())?.fetchApiFile(...call) ?? notLoaded;
