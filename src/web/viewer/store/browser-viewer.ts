import type { SiteSummary } from '../../../content/contract.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import { defaultFlightReader, type FleetAhead, fleetReader } from './read-fleet.ts';
import { createSearchWriter } from './search-writer.ts';
import { askAs } from './viewer-ask.ts';
import { createViewer, type Viewer } from './viewer-store.ts';

/** The viewer of this page: it follows the address, and the address follows it. */
export function openViewer(
  site: SiteSummary,
  identityOf: () => ApiIdentity,
  ahead: FleetAhead | undefined,
): Viewer {
  const writer = createSearchWriter();
  const ask = askAs(site, identityOf);
  const viewer = createViewer({
    ask,
    readFleet: fleetReader(site, ask, ahead),
    readDefault: defaultFlightReader(site, ahead),
    writeSearch: writer.write,
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
      writer.stop();
    },
  };
}
