import { join } from 'node:path';
import { listSamples } from '../../src/content/outputs/samples.ts';
import { loadSite } from '../../src/content/site.ts';
import { readConfig } from '../../src/platform/config.ts';
import { root } from '../../src/platform/root.ts';
import { hostsOf } from '../../src/site/hosts.ts';

/** The sample by which a portal's Installation page points the public Python client at its hosts, and asks. */
export function redirectionSample(env: Record<string, string>): string {
  const { hosts, sandbox } = hostsOf(readConfig(env));
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  return listSamples(site).find(({ title }) => title === 'Redirect the command')!.text;
}
