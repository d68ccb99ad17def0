import { api, mcpServer } from '../../src/urls.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloorLike } from '../floor.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { type Load, loadAllAnswered, type Request } from '../load.ts';
import { mcpRequest, toolCall } from '../mcp-calls.ts';
import { rawAnswer } from '../raw-answer.ts';

const place = { coordinates: '42.36,-71.06', max_forecast_hour: 48 };
const parallelCalls = 100;

/** What an assistant asks for, next to a bare server that sends the same bytes and next to the plain API. */
export const mcpPart: Part = {
  name: 'mcp',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const { portal, authorization } = await startKeyedPortal();
    stack.defer(() => portal.close());
    const url = portal.url + mcpServer;
    const list = await besideBare(url, mcpRequest(authorization, 'tools/list'));
    const point = await besideBare(url, toolCall(authorization, 'get_point_forecast', place));
    const search = await besideBare(url, toolCall(authorization, 'search_docs', { query: 'wind at 10 m' }));
    const plain = await loadAllAnswered({
      url: `${portal.url}${api}/points?coordinates=${place.coordinates}&max_forecast_hour=${place.max_forecast_hour}`,
      headers: { authorization },
    });
    return [
      rate('tools/list', list),
      rate('get_point_forecast, one place, 48 hours', point),
      compared({
        what: 'get_point_forecast, floor: the same over the API',
        value: point.ours.perSecond,
        unit: '/s',
        floor: plain.perSecond,
      }),
      rate('search_docs', search),
      p99('tools/list', list),
      p99('get_point_forecast', point),
      p99('search_docs', search),
    ];
  },
};

interface Both {
  ours: Load;
  bare: Load;
  oursParallel: Load;
  bareParallel: Load;
}

async function besideBare(url: string, request: Request): Promise<Both> {
  await using stack = new AsyncDisposableStack();
  const floor = stack.adopt(await startFloorLike(url, request), (started) => started.close());
  // A tool's mistake is a 200 as well.
  const { body } = await rawAnswer(url, request);
  if (body.includes('"isError":true') || !body.includes('"result":')) throw new Error(String(body));
  const many = { ...request, connections: parallelCalls };
  return {
    bare: await loadAllAnswered({ url: floor.url, ...request }),
    ours: await loadAllAnswered({ url, ...request }),
    bareParallel: await loadAllAnswered({ url: floor.url, ...many }),
    oursParallel: await loadAllAnswered({ url, ...many }),
  };
}

const rate = (what: string, { ours, bare }: Both) =>
  compared({ what, value: ours.perSecond, unit: '/s', floor: bare.perSecond });

const p99 = (what: string, { oursParallel, bareParallel }: Both) =>
  compared({
    what: `p99 of ${parallelCalls} parallel ${what}`,
    value: oursParallel.p99Ms,
    unit: 'ms',
    floor: bareParallel.p99Ms,
  });
