import { profileOf } from '../../../pictures/sounding/comparison.ts';
import { type ModelLevel, profileFromModel } from '../../../pictures/sounding/model-profile.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import { modelProfile } from '../../../urls.ts';
import type { ModelProfile } from '../../../weather/contract.ts';
import { writeModelQuery } from '../../../weather/fleet/model-points.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { onDemand } from '../../ui/on-demand.ts';
import type { OtherLegOptions } from './load-other-leg.ts';
import type { CallFile } from './model-files.ts';
import { describeRun, type ModelRequest } from './model-request.ts';
import type { LoadRequest } from './reference-store.ts';

type Fetched = (signal: AbortSignal, onProgress: (done: number) => void) => Promise<Outcome<ModelLevel[]>>;

const toLoadRequest = (sounding: Sounding, request: ModelRequest, fetched: Fetched): LoadRequest => ({
  key: writeModelQuery(request.runMs, request.points),
  sounding,
  async load(signal, onProgress) {
    const levels = await fetched(signal, onProgress);
    if (!levels.ok) return levels;
    const profile = profileFromModel(levels.value, profileOf(sounding.levels));
    return { ok: true, value: { name: `Forecast from ${describeRun(request)}`, profile } };
  },
});

type GetProfile = (url: string) => Promise<Outcome<ModelProfile>>;

/** The whole profile in one call of the portal, from the sandbox's forecast. */
export const modelInOneCall = (sounding: Sounding, request: ModelRequest, get: GetProfile): LoadRequest =>
  toLoadRequest(sounding, request, async () => {
    const answer = await get(`${modelProfile}?${writeModelQuery(request.runMs, request.points)}`);
    return answer.ok ? { ok: true, value: answer.value.levels } : answer;
  });

const filesCode = onDemand(() => import('./model-files.ts'));
const legCode = onDemand(() => import('./load-other-leg.ts'));

/** The same from the provider's files. */
export const modelFromFiles = (sounding: Sounding, request: ModelRequest, callFile: CallFile): LoadRequest =>
  toLoadRequest(sounding, request, async (signal, onProgress) => {
    const code = await filesCode.load().catch(() => undefined);
    return code ? code.readModelFiles(request, callFile, signal, onProgress) : requestError(0, loadError);
  });

/** The leg before this one, or a leg of another balloon. */
export function otherLeg(options: OtherLegOptions): LoadRequest {
  const { compare, flight, leg, sounding } = options;
  const other = compare === 'before' ? '' : compare.mission;
  return {
    key: `${flight.mission} ${leg.number} ${leg.leg.end.timeSeconds} ${other}`,
    sounding,
    async load(signal) {
      const code = await legCode.load().catch(() => undefined);
      if (!code) return requestError(0, loadError);
      const found = await code.loadOtherLeg(options, signal);
      if (!found.ok) return found;
      const { name, levels } = found.value;
      return { ok: true, value: { name, profile: profileOf(levels) } };
    },
  };
}

export const loadError = "The comparison couldn't be loaded. Check your connection and try again.";
