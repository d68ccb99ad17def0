import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { issueCode } from '../../src/oauth/codes.ts';
import { permissionOf } from '../../src/oauth/contract.ts';
import type { TokenAnswer } from '../../src/oauth/tokens.ts';
import { openSqlite } from '../../src/platform/database.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { api, mcpServer, oauth } from '../../src/urls.ts';
import type { PortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloorLike } from '../floor.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { bestInTurns, type Load, type LoadOptions, loadAllAnswered, type Request } from '../load.ts';
import { mcpRequest, toolCall } from '../mcp-calls.ts';
import { rawAnswer } from '../raw-answer.ts';

const place = { coordinates: '42.36,-71.06', max_forecast_hour: 48 };
const parallelCalls = 100;

/** Compares an assistant's calls with the plain API and with a bare server that sends the same bytes. */
export const mcpPart: Part = {
  name: 'mcp',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const { portal, authorization } = await startKeyedPortal();
    stack.defer(() => portal.close());
    const url = portal.url + mcpServer;
    const pid = portal.process.pid!;
    const asked = {
      list: mcpRequest(authorization, 'tools/list'),
      listByToken: mcpRequest(await connectApp(portal), 'tools/list'),
      point: toolCall(authorization, 'get_point_forecast', place),
      search: toolCall(authorization, 'search_docs', { query: 'wind at 10 m' }),
    };
    for (const request of Object.values(asked)) await requireResult(url, request);
    const { coordinates, max_forecast_hour } = place;
    const plain = {
      url: `${portal.url}${api}/points?coordinates=${coordinates}&max_forecast_hour=${max_forecast_hour}`,
      headers: { authorization },
    };
    const few = (request: LoadOptions) => (isWarm: boolean) => loadAllAnswered({ ...request, pid, isWarm });
    const many = (request: LoadOptions) => (isWarm: boolean) =>
      loadAllAnswered({ ...request, pid, isWarm, connections: parallelCalls });
    const cpu = await bestInTurns({
      list: few({ url, ...asked.list }),
      listByToken: few({ url, ...asked.listByToken }),
      point: few({ url, ...asked.point }),
      search: few({ url, ...asked.search }),
      plain: few(plain),
    });
    const load = await bestInTurns({
      list: many({ url, ...asked.list }),
      point: many({ url, ...asked.point }),
      search: many({ url, ...asked.search }),
      plain: many(plain),
    });
    const bare = await loadBare(url, asked.list);
    const p99 = (what: string, { p99Ms }: Load) =>
      compared({
        what: `p99 of ${parallelCalls} parallel ${what}, floor: point forecasts over the API`,
        value: p99Ms,
        unit: 'ms',
        floor: load.plain.p99Ms,
        aim: 'at most 5',
      });
    return [
      { what: 'tools/list, CPU', value: cpuMs(cpu.list), unit: 'ms' },
      compared({ what: 'the same, calls', value: cpu.list.perSecond, unit: '/s', floor: bare.perSecond }),
      compared({
        what: 'get_point_forecast, one place, 48 hours, CPU, floor: the same over the API',
        value: cpuMs(cpu.point),
        unit: 'ms',
        floor: cpuMs(cpu.plain),
        aim: 'at most 5',
      }),
      compared({
        what: 'tools/list with an access token, CPU, floor: the same with a key',
        value: cpuMs(cpu.listByToken),
        unit: 'ms',
        floor: cpuMs(cpu.list),
        aim: 'at most 1.2',
      }),
      { what: 'search_docs, CPU', value: cpuMs(cpu.search), unit: 'ms' },
      p99('tools/list', load.list),
      p99('get_point_forecast', load.point),
      p99('search_docs', load.search),
    ];
  },
};

/** Connects an app to the only account, as if its person had pressed Allow. Returns its `Authorization`. */
async function connectApp({ url, dataDir }: PortalProcess): Promise<string> {
  const { db, close } = openSqlite(join(dataDir, 'portal.db'));
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const verifier = randomSecret();
  const client = { id: 'https://app.example/client.json', name: 'Bench', domain: 'app.example' };
  const approval = {
    userId,
    client,
    redirectUri: 'https://app.example/callback',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    scope: permissionOf({ weather: true }),
    resource: url + mcpServer,
  };
  const code = await issueCode(db, approval, Date.now());
  await close();
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: client.id };
  const answer = await fetch(url + oauth.token, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(await answer.text());
  return `Bearer ${((await answer.json()) as TokenAnswer).access_token}`;
}

/** A failed tool call has status 200 too. */
async function requireResult(url: string, request: Request): Promise<void> {
  const { body } = await rawAnswer(url, request);
  if (body.includes('"isError":true') || !body.includes('"result":')) throw new Error(String(body));
}

async function loadBare(url: string, request: Request): Promise<Load> {
  await using stack = new AsyncDisposableStack();
  const floor = stack.adopt(await startFloorLike(url, request), (started) => started.close());
  // The call is awaited here, because the floor must run until it ends.
  return await loadAllAnswered({ url: floor.url, ...request });
}

const cpuMs = ({ perCpuSecond }: Load) => 1000 / perCpuSecond;
