import { loadSite } from '../content/site.ts';
import { ContentError } from '../content/yaml/content-error.ts';
import { documentedEndpoints } from '../gateway/endpoints.ts';
import { readConfig } from '../platform/config.ts';
import { hostsOf } from '../site/hosts.ts';
import type { VerifierTerms } from './verifier.ts';

/** Prints what a verifier needs of the documentation, for a process that has no use for the rest. */
try {
  const config = readConfig(process.env);
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(config.contentDir, hosts, { sandbox });
  console.log(
    JSON.stringify({ endpoints: documentedEndpoints(site), keys: site.keys } satisfies VerifierTerms),
  );
} catch (error) {
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
}
