import type { IncomingHttpHeaders } from 'node:http';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import type { Browser } from './browser.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { createKey, freePath, operatorOf } from './keys.ts';
import { startPortal, type TestPortal } from './portal.ts';
import { listen, type RawAnswer, rawRequest } from './raw-http.ts';
import type { Running } from './recipe.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export type StartGateway = (ports: { portal: number; api: number }) => Promise<Running>;
export type Call = Parameters<typeof rawRequest>[1];

/** A gateway between a client, the real portal and a test's own API, with two keys that it knows. */
export interface GatewayEnvironment {
  portal: TestPortal;
  gateway: Running;
  browser: Browser;
  free: CreatedApiToken;
  paid: CreatedApiToken;
  /** Calls the gateway and returns the request that the API received. */
  call(options: Partial<Call>): Promise<{
    answer: RawAnswer;
    seen: Upstream['seen'];
    /** Headers of each request that the portal received as verifier or MCP server. */
    portalSeen: IncomingHttpHeaders[];
  }>;
  /** The proxy between gateway and portal. */
  cutLine(): Promise<void>;
  mendLine(): Promise<unknown>;
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
  close(): Promise<void>;
}

export async function startGatewayEnvironment(startGateway: StartGateway): Promise<GatewayEnvironment> {
  const portal = await startPortal();
  const portalSeen: IncomingHttpHeaders[] = [];
  portal.server.server.prependListener('request', ({ headers }) => portalSeen.push(headers));
  const line = new CuttableProxy(await listen(portal));
  const port = await line.mend();
  let upstream = await startUpstream();
  const apiPort = upstream.port;
  const gateway = await startGateway({ portal: port, api: apiPort });
  const browser = await portal.signUp();
  const [free, paid] = [await createKey(browser), await createKey(browser)];
  await operatorOf(portal).grant(paid.external_id, 'all_access');
  return {
    portal,
    gateway,
    browser,
    free,
    paid,
    async call(options) {
      upstream.seen.length = 0;
      portalSeen.length = 0;
      const answer = await rawRequest(gateway.port, { path: freePath, ...options });
      return { answer, seen: [...upstream.seen], portalSeen: [...portalSeen] };
    },
    cutLine: () => line.cut(),
    mendLine: () => line.mend(port),
    stopApi: () => upstream.close(),
    async startApi() {
      upstream = await startUpstream(apiPort);
    },
    async close() {
      await gateway.stop();
      await upstream.close();
      await line.cut();
      await portal.close();
    },
  };
}
