import { join } from 'node:path';
import { createDenialCounter } from '../../src/gateway/call-counters.ts';
import { denialCauses } from '../../src/keys/contract.ts';
import { openSqlite } from '../../src/platform/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { gatewayVerify } from '../../src/urls.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { askedAbout, type KeyedPortal, startKeyedPortal, tokenAuthorization } from '../keyed-portal.ts';
import { bestInTurns, inTurn, type Load, load, type Request } from '../load.ts';

/** One of ten calls of this key has a token that is an hour old. */
export const refusalsPart: Part = {
  name: 'refusals',
  run: async () => [...(await rates()), await rowsOfAMillion()],
};

const callsPerRefusal = 9;

async function rates(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const keyed = await startKeyedPortal();
  stack.defer(() => keyed.portal.close());
  const floor = stack.adopt(await startFloor(new Uint8Array(), { 'Content-Type': 'text/plain' }), (bare) =>
    bare.close(),
  );
  const url = keyed.portal.url + gatewayVerify;
  const ours = { url, pid: keyed.portal.process.pid };
  const bare = { url: floor.url, pid: floor.pid };
  const [bySecret, byToken] = [
    mixedWith(keyed, keyed.authorization),
    mixedWith(keyed, tokenAuthorization(keyed)),
  ];
  const { least, secrets, tokens } = await bestInTurns({
    least: (isWarm) => load({ ...bare, next: bySecret, isWarm }),
    secrets: (isWarm) => load({ ...ours, next: bySecret, isWarm }),
    tokens: (isWarm) => load({ ...ours, next: byToken, isWarm }),
  });
  const rate = (what: string, { perCpuSecond }: Load, aim: string) =>
    compared({ what, value: perCpuSecond, unit: '/s', floor: least.perCpuSecond, aim });
  return [
    rate('calls by secret, one in ten refused', secrets, 'at least 0.60'),
    rate('calls by token, one in ten refused', tokens, 'at least 0.45'),
  ];
}

function mixedWith(keyed: KeyedPortal, authorization: string): () => Request {
  return inTurn([
    ...Array.from({ length: callsPerRefusal }, () => ({ headers: { ...askedAbout, authorization } })),
    { headers: { ...askedAbout, authorization: tokenAuthorization(keyed, { ageSeconds: 3600 }) } },
  ]);
}

const refusals = 1_000_000;
const endpoints = 60;
const refusalsPerWrite = 20_000;

async function rowsOfAMillion(): Promise<Figure> {
  const keyed = await startKeyedPortal();
  const database = openSqlite(join(keyed.portal.dataDir, 'portal.db'));
  const { db } = database;
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  const counter = createDenialCounter({ db, now: Date.now, log: createLog('fatal') });
  for (let call = 0; call < refusals; call++) {
    const cause = denialCauses[call % denialCauses.length]!;
    const endpoint = `/api/v1/${Math.floor(call / denialCauses.length) % endpoints}`;
    counter.count(id, endpoint, { cause, detail: `GET ${endpoint}` });
    if (call % refusalsPerWrite === 0) await counter.flush();
  }
  await counter.flush();
  const rows = await db.selectFrom('key_denials').select(['day', 'count']).execute();
  await database.close();
  await keyed.portal.close();
  const counted = rows.reduce((sum, { count }) => sum + Number(count), 0);
  if (counted !== refusals) throw new Error(`${counted} of ${refusals} refusals were counted`);
  const days = new Set(rows.map(({ day }) => day)).size;
  return {
    what: 'rows that a million refusals leave, a key and day',
    value: rows.length / days,
    unit: '',
    aim: 'at most 30',
  };
}
