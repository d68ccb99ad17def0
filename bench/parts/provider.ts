import { api, mcpServer } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { openCountedLine } from '../counted-line.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startKeyedPortal } from '../keyed-portal.ts';
import { loadAllAnswered } from '../load.ts';
import { toolCall } from '../mcp-calls.ts';
import { rawAnswer } from '../raw-answer.ts';

const place = { coordinates: '42.36,-71.06', max_forecast_hour: 48 };
const parallelCalls = 100;

/** What it costs to be asked by an assistant when the weather is somebody else's: here, another portal's sandbox. */
export const providerPart: Part = {
  name: 'provider',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const { portal: provider, authorization, secretKey } = await startKeyedPortal();
    stack.defer(() => provider.close());
    const line = await openCountedLine(Number(new URL(provider.url).port));
    stack.defer(line.close);
    const apiUrl = `http://127.0.0.1:${line.port}${api}`;
    const portal = await startPortalProcess({
      LOG_LEVEL: 'warn',
      SECRET_KEY: secretKey,
      DATA_DIR: provider.dataDir,
      FORECASTS_API_URL: apiUrl,
      DATA_API_URL: apiUrl,
    });
    stack.defer(async () => void (await portal.kill('SIGTERM')));
    const url = portal.url + mcpServer;
    const request = toolCall(authorization, 'get_point_forecast', place);
    const { body } = await rawAnswer(url, request);
    if (body.includes('"isError":true')) throw new Error(String(body));
    const query = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]));
    const plain = await loadAllAnswered({
      url: `${provider.url}${api}/points?${query}`,
      headers: { authorization },
      connections: 1,
    });
    const asked = await loadAllAnswered({ url, ...request, connections: 1, pid: portal.process.pid });
    const many = await loadAllAnswered({ url, ...request, connections: parallelCalls });
    return [
      compared({
        what: 'get_point_forecast, p50, floor: the API alone',
        value: asked.p50Ms,
        unit: 'ms',
        floor: plain.p50Ms,
      }),
      {
        what: 'CPU of the portal for one',
        value: 1000 / asked.perCpuSecond,
        unit: 'ms',
        aim: 'at most 5 ms',
      },
      { what: `p99 of ${parallelCalls} parallel`, value: many.p99Ms, unit: 'ms' },
      {
        what: `connections to the provider for ${parallelCalls} parallel`,
        value: line.mostConnections(),
        unit: '',
        aim: `at most ${parallelCalls}`,
      },
    ];
  },
};
