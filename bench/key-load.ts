import { calls, gatewayVerify } from '../src/urls.ts';
import type { PortalProcess } from '../test/helpers/process.ts';
import type { Figure } from './figure.ts';
import { askedAbout } from './keyed-portal.ts';
import { inTurn, loadAllAnswered, percentile } from './load.ts';
import type { ManyKeys } from './many-keys.ts';
import { signIn, signInsPerSecond } from './people.ts';

/** Uses keys at one or more portals on one database. Connections are spread over the portals. */
export async function measureKeyLoad(portals: PortalProcess[], keys: ManyKeys): Promise<Figure[]> {
  const urls = portals.map(({ url }) => url);
  const verified = await loadAllAnswered({
    url: urls.map((url) => url + gatewayVerify),
    next: inTurn(keys.authorizations.map((authorization) => ({ headers: { authorization, ...askedAbout } }))),
  });
  const cookie = await signIn(urls[0]!, keys.emails[0]!);
  const listed = await loadAllAnswered({
    url: urls.map((url) => url + calls.apiTokens),
    headers: { cookie },
  });
  const signIns = await signInsPerSecond(urls, keys.emails);
  return [
    { what: 'verifications by secret', value: verified.perSecond, unit: '/s' },
    { what: 'p99 of these', value: verified.p99Ms, unit: 'ms' },
    { what: 'list of keys', value: listed.perSecond, unit: '/s' },
    { what: 'p99 of these lists', value: listed.p99Ms, unit: 'ms' },
    { what: 'sign-ins', value: signIns, unit: '/s' },
  ];
}

/** A process reads each new key from the database, decrypts it and starts its quota. */
export async function measureFirstCalls({ url }: PortalProcess, keys: ManyKeys): Promise<Figure> {
  const timesMs: number[] = [];
  for (const authorization of keys.authorizations) {
    const began = performance.now();
    const answer = await fetch(url + gatewayVerify, { headers: { authorization, ...askedAbout } });
    if (!answer.ok) throw new Error(`A key was answered with ${answer.status}`);
    timesMs.push(performance.now() - began);
  }
  return { what: 'first call of a key, median', value: percentile(timesMs, 0.5), unit: 'ms' };
}
