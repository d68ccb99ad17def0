import { api, mcpServer } from '../../src/urls.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloorLike } from '../floor.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { type Load, loadAllAnswered, type Request } from '../load.ts';
import { mcpRequest, toolCall } from '../mcp-calls.ts';
import { rawAnswer } from '../raw-answer.ts';

const place = { coordinates: '42.36,-71.06', max_forecast_hour: 48 };
const parallelCalls = 100;

/** What an assistant asks for, next to the plain API and to a bare server that sends the same bytes. */
export const mcpPart: Part = {
  name: 'mcp',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const { portal, authorization } = await startKeyedPortal();
    stack.defer(() => portal.close());
    const url = portal.url + mcpServer;
    const pid = portal.process.pid!;
    const measure = async (request: Request) => {
      await requireResult(url, request);
      return loadTwice({ url, ...request, pid });
    };
    const list = await measure(mcpRequest(authorization, 'tools/list'));
    const point = await measure(toolCall(authorization, 'get_point_forecast', place));
    const search = await measure(toolCall(authorization, 'search_docs', { query: 'wind at 10 m' }));
    const { coordinates, max_forecast_hour } = place;
    const plain = await loadTwice({
      url: `${portal.url}${api}/points?coordinates=${coordinates}&max_forecast_hour=${max_forecast_hour}`,
      headers: { authorization },
      pid,
    });
    const bare = await loadBare(url, mcpRequest(authorization, 'tools/list'));
    return [
      { what: 'tools/list, CPU', value: cpuMs(list), unit: 'ms', aim: 'at most 0.3' },
      compared({ what: 'the same, calls', value: list.few.perSecond, unit: '/s', floor: bare.perSecond }),
      compared({
        what: 'get_point_forecast, one place, 48 hours, CPU, floor: the same over the API',
        value: cpuMs(point),
        unit: 'ms',
        floor: cpuMs(plain),
        aim: 'at most 2',
      }),
      { what: 'search_docs, CPU', value: cpuMs(search), unit: 'ms' },
      p99('tools/list', list, plain),
      p99('get_point_forecast', point, plain),
      p99('search_docs', search, plain),
    ];
  },
};

interface Loads {
  few: Load;
  many: Load;
}

const loadTwice = async (options: Parameters<typeof loadAllAnswered>[0]): Promise<Loads> => ({
  few: await loadAllAnswered(options),
  many: await loadAllAnswered({ ...options, connections: parallelCalls }),
});

/** A tool's mistake is a 200 as well. */
async function requireResult(url: string, request: Request): Promise<void> {
  const { body } = await rawAnswer(url, request);
  if (body.includes('"isError":true') || !body.includes('"result":')) throw new Error(String(body));
}

async function loadBare(url: string, request: Request): Promise<Load> {
  await using stack = new AsyncDisposableStack();
  const floor = stack.adopt(await startFloorLike(url, request), (started) => started.close());
  // Awaited here: the floor is there for as long as this lasts.
  return await loadAllAnswered({ url: floor.url, ...request });
}

const cpuMs = ({ few }: Loads) => 1000 / few.perCpuSecond;

const p99 = (what: string, { many }: Loads, plain: Loads) =>
  compared({
    what: `p99 of ${parallelCalls} parallel ${what}, floor: point forecasts over the API`,
    value: many.p99Ms,
    unit: 'ms',
    floor: plain.many.p99Ms,
    aim: 'at most 3',
  });
