import { useEffect, useRef, useState } from 'react';
import type { SiteSummary } from '../../../content/contract.ts';
import { askApi } from '../../api/call-api.ts';
import { identitiesFor } from '../../api/identity.ts';
import { useSite } from '../../router/router-context.tsx';
import { type Outcome, requestError } from '../../session/outcome.ts';
import type { Choice } from './choice.ts';
import { type Ask, askAbout, type MapAnswer } from './map-calls.ts';

export type MapState =
  | { phase: 'idle'; choice?: undefined }
  | { phase: 'asking'; choice: Choice }
  | { phase: 'answered'; choice: Choice; answer: MapAnswer }
  | { phase: 'failed'; choice: Choice; message: string };

/** One question at a time: a new one ends the one before. */
export function useMapAnswer() {
  const site = useSite();
  const [state, setState] = useState<MapState>({ phase: 'idle' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function choose(choice: Choice): Promise<void> {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    setState({ phase: 'asking', choice });
    const outcome = await askAbout(choice, site.hosts, askAsVisitor(site, mine.signal));
    if (current.current !== mine) return;
    setState(
      outcome.ok
        ? { phase: 'answered', choice, answer: outcome.value }
        : { phase: 'failed', choice, message: outcome.message },
    );
  }

  return { state, choose };
}

/** As anyone may who has no key yet. */
const askAsVisitor =
  (site: SiteSummary, signal: AbortSignal): Ask =>
  async (api, { path, query }) => {
    const [visitor] = identitiesFor(
      { api, access: 'all_access' },
      { sandbox: site.sandbox, apiKeys: [], now: new Date() },
    );
    if (!visitor) return requestError(0, 'This API answers to a key only.');
    const outcome = await askApi({ api, path, query }, visitor, { site, signal });
    return outcome.ok ? parsed(outcome.value) : outcome;
  };

function parsed(text: string): Outcome<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return requestError(0, 'The API answered with something that is not JSON.');
  }
}
