import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Config } from '../config.ts';
import { type Metric, metricsContentType, toText } from './metric.ts';

const path = '/metrics';

/** A door of its own, which no proxy in front of the portal leads to. */
export async function listenForMetrics(
  { host, port }: NonNullable<Config['metricsListen']>,
  read: () => Promise<Metric[]>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== path) return void response.writeHead(404).end();
    try {
      const text = toText(await read());
      response.writeHead(200, { 'Content-Type': metricsContentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
