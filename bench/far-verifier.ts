import { setTimeout as pause } from 'node:timers/promises';
import { gatewayVerify } from '../src/urls.ts';
import { startPortalProcess } from '../test/helpers/process.ts';
import { SlowProxy } from '../test/helpers/slow-proxy.ts';
import { verifierCommand } from './active-keys.ts';
import type { Figure } from './figure.ts';
import { measureFirstCalls } from './key-load.ts';
import { askedAbout } from './keyed-portal.ts';
import { loadSeconds, percentile } from './load.ts';
import type { ManyKeys } from './many-keys.ts';
import { pacedTimesMs } from './pace.ts';

const delayMs = 200;
const knownKeys = 20;

/** Measures a verifier whose database is 200 ms away. Any denied call ends the measurement. */
export async function measureFarVerifier(env: Record<string, string>, keys: ManyKeys): Promise<Figure[]> {
  const { port, pathname } = new URL(env.DATABASE_URL!);
  const line = new SlowProxy(Number(port));
  const far = `postgres://portal@127.0.0.1:${await line.open()}${pathname}`;
  const verifier = await startPortalProcess(
    { ...env, DATABASE_URL: far, PORTAL_PARTS: 'gateway' },
    verifierCommand,
  );
  try {
    line.delayMs = delayMs;
    const authorizations = keys.authorizations.slice(0, knownKeys);
    const first = await measureFirstCalls(verifier, { ...keys, authorizations });
    const known = authorizations.map((authorization) => ({ authorization, ...askedAbout }));
    const paced = (seconds: number) =>
      pacedTimesMs(verifier.url + gatewayVerify, pause(seconds * 1000), known);
    // The first call after a quiet second waits until the database has reported changes.
    await paced(1);
    const timesMs = await paced(loadSeconds);
    const name = `${delayMs} ms to PostgreSQL`;
    return [
      { ...first, what: `${name}: ${first.what}` },
      { what: `${name}: known keys, p99`, value: percentile(timesMs, 0.99), unit: 'ms', aim: '≤ 10' },
    ];
  } finally {
    line.delayMs = 0;
    await verifier.kill('SIGTERM');
    await line.close();
  }
}
