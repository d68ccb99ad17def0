import type { SiteSummary } from '../../../content/contract.ts';
import { askApi, askApiFile } from '../../api/call-api.ts';
import { type ApiIdentity, isDemoServed } from '../../api/identity.ts';
import { requestError } from '../../session/outcome.ts';
import { loadOverlay, type OverlaySource } from './load-overlay.ts';
import { createOverlays, type Overlays } from './overlay-store.ts';

/** A grid of one degree has 261 kB. */
const gridBytesMax = 300_000;

/** The overlays of this page, asked of the Forecast API in the name of the reader. */
export function openOverlays(site: SiteSummary, identityOf: () => ApiIdentity): Overlays {
  const api = 'forecasts';
  const source: OverlaySource = {
    ask: (call, signal) => askApi({ api, ...call }, identityOf(), { site, signal }),
    askFile: async (call, signal) =>
      isDemoServed(site.sandbox, api)
        ? askApiFile({ api, ...call }, identityOf(), { site, signal, bytesMax: gridBytesMax })
        : tooLarge,
    now: Date.now,
  };
  return createOverlays((kind, timeMs, signal) => loadOverlay(source, { kind, timeMs, signal }));
}

/** Their files are of 0.25 degrees and of a format that no page reads. */
const tooLarge = requestError(
  0,
  'The grids of this API are files of several megabytes, too large for a page. Gridded forecasts has the code to load them.',
);
