import type { SiteSummary } from '../../../content/contract.ts';
import { askApi } from '../../api/call-api.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import type { Ask } from './viewer-data.ts';

/** Calls of the documented Data API, in the name of a visitor or with a person's own key. */
export const askAs =
  (site: SiteSummary, identityOf: () => ApiIdentity): Ask =>
  (call, signal) =>
    askApi({ api: 'data', ...call }, identityOf(), { site, signal });
