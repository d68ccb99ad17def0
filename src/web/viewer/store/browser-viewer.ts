import type { SiteSummary } from '../../../content/contract.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import { firstFlightReader, type SkyAhead, skyReader } from './read-sky.ts';
import { createSearchWriter } from './search-writer.ts';
import { askAs } from './viewer-ask.ts';
import { createViewer, type Viewer } from './viewer-store.ts';

/** The viewer of this page: it follows the address, and the address follows it. */
export function openViewer(
  site: SiteSummary,
  identityOf: () => ApiIdentity,
  ahead: SkyAhead | undefined,
): Viewer {
  const writer = createSearchWriter();
  const ask = askAs(site, identityOf);
  const viewer = createViewer({
    ask,
    readSky: skyReader(site, ask, ahead),
    readFirst: firstFlightReader(site, ahead),
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
