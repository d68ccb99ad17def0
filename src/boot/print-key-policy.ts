import { loadSite } from '../content/site.ts';
import { ContentError } from '../content/yaml/mistakes.ts';
import { documentedEndpoints } from '../gateway/endpoints.ts';
import { readConfig } from '../platform/config.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { hostsOf } from '../site/hosts.ts';
import type { VerifierContent } from './verifier.ts';

/** Prints what a verifier needs from the documentation, for a process that does not load the rest. */
try {
  const config = readConfig(process.env);
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(config.contentDir, hosts, { sandbox });
  const content: VerifierContent = { endpoints: documentedEndpoints(site), keyPolicy: site.keys };
  console.log(JSON.stringify(content));
} catch (error) {
  console.error(error instanceof ContentError || error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}
