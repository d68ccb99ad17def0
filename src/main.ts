import { start } from './boot/start.ts';

// The imports are dynamic so that a verifier alone loads no page, no mail and no weather.
await start(async (config, report) =>
  config.parts === 'gateway'
    ? (await import('./boot/verifier.ts')).prepareVerifier(config)
    : (await import('./boot/portal.ts')).prepareBuiltPortal(config, report),
);
