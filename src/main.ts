import { type Prepared, start } from './boot/start.ts';
import type { Config } from './platform/config.ts';

// Each loads what it serves and no more: a verifier alone has no page, no mail and no weather in memory.
await start((config) => (config.parts === 'gateway' ? prepareGateway(config) : prepareAll(config)));

async function prepareAll(config: Config): Promise<Prepared> {
  const { prepareBuiltPortal } = await import('./boot/portal.ts');
  return prepareBuiltPortal(config);
}

async function prepareGateway(config: Config): Promise<Prepared> {
  const { prepareVerifier } = await import('./boot/verifier.ts');
  return prepareVerifier(config);
}
