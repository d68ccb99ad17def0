import { join } from 'node:path';
import { loadSite } from './content/site.ts';
import { ContentError } from './content/yaml/content-error.ts';
import { documentedEndpoints } from './gateway/endpoints.ts';
import { readConfig } from './platform/config.ts';
import { root } from './platform/root.ts';
import { hostsOf } from './site/hosts.ts';

/** Prints the documented patterns, for a process that has no use for the rest. */
try {
  const { hosts, sandbox } = hostsOf(readConfig(process.env));
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  console.log(JSON.stringify(documentedEndpoints(site)));
} catch (error) {
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
}
