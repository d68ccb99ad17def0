import { setTimeout as pause } from 'node:timers/promises';
import { createOperator } from '../src/keys/operator.ts';
import type { Db } from '../src/platform/database.ts';
import { gatewayVerify } from '../src/urls.ts';
import type { PortalProcess } from '../test/helpers/process.ts';
import type { Figure } from './figure.ts';
import { askedAbout } from './keyed-portal.ts';

const limit = 1000;
/** A process has reread its cached keys after this time. */
const heardMs = 1000;

/** Uses one fresh key at all processes at once until every process denies it. */
export async function measureLeases(
  portals: PortalProcess[],
  db: Db,
  authorization: string,
): Promise<Figure[]> {
  await createOperator({ db, now: Date.now }).limit(clientIdIn(authorization), String(limit));
  await pause(heardMs);
  const ask = async ({ url }: PortalProcess) =>
    (await fetch(url + gatewayVerify, { headers: { authorization, ...askedAbout } })).status;
  let passed = 0;
  let first: number | undefined;
  for (let round = 0; round < (1.2 * limit) / portals.length; round++) {
    for (const status of await Promise.all(portals.map(ask))) {
      if (status === 200) passed++;
      else if (status === 429) first ??= passed;
      else throw new Error(`A key was answered with ${status}`);
    }
  }
  const name = `${portals.length} processes, one key of ${limit}`;
  return [
    { what: `${name}: let through in all`, value: passed, unit: '', aim: `≤ ${limit}` },
    { what: 'the same: first refused after', value: first ?? passed, unit: '', aim: `≥ ${limit * 0.95}` },
  ];
}

const clientIdIn = (authorization: string) =>
  Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')[0]!;
