import type { IncomingHttpHeaders } from 'node:http';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { api } from '../../src/urls.ts';
import type { Browser } from './browser.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { createKey, operatorOf } from './keys.ts';
import { startPortal, type TestPortal } from './portal.ts';
import { listen, type RawAnswer, rawRequest } from './raw-http.ts';
import type { Running } from './recipe.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** What a recipe's lines marked CHANGE say in a test. */
export interface GatewaySettings {
  ports: { portal: number; api: number; secondPortal?: number };
  /** The path of the provider's API, `/api/v1` unless a test has another. */
  apiPath?: string;
}

export type StartGateway = (settings: GatewaySettings) => Promise<Running>;
export type Call = Parameters<typeof rawRequest>[1];

/** A gateway between a client, the real portal and a test's own API, with two keys that it knows. */
export interface GatewayEnvironment {
  portal: TestPortal;
  gateway: Running;
  browser: Browser;
  free: CreatedApiToken;
  paid: CreatedApiToken;
  /** The provider's API behind the gateway. */
  upstream(): Upstream;
  /** Calls the gateway and returns the request that the API received. */
  call(options: Partial<Call>): Promise<{
    answer: RawAnswer;
    seen: Upstream['seen'];
    /** Headers of each request that the portal received as verifier or MCP server. */
    portalSeen: IncomingHttpHeaders[];
  }>;
  /** The port at which the gateway expects the portal. While the line is cut, nothing listens there. */
  portalPort: number;
  /** The proxy between gateway and portal. */
  cutLine(): Promise<void>;
  /** Connects the gateway with the portal again, or with a stand-in on another port. */
  mendLine(targetPort?: number): Promise<unknown>;
  /** The line takes connections and requests, and gives no answer. */
  silenceLine(): void;
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
  close(): Promise<void>;
}

export async function startGatewayEnvironment(
  startGateway: StartGateway,
  {
    env = {},
    apiPath = api,
    secondPortal,
  }: { env?: Record<string, string>; apiPath?: string; secondPortal?: number } = {},
): Promise<GatewayEnvironment> {
  const portal = await startPortal(env);
  const portalSeen: IncomingHttpHeaders[] = [];
  portal.server.server.prependListener('request', ({ headers }) => portalSeen.push(headers));
  const portalTarget = await listen(portal);
  const line = new CuttableProxy(portalTarget);
  const portalPort = await line.mend();
  let upstream = await startUpstream();
  const apiPort = upstream.port;
  const gateway = await startGateway({
    ports: { portal: portalPort, api: apiPort, ...(secondPortal ? { secondPortal } : {}) },
    apiPath,
  });
  const browser = await portal.signUp();
  const [free, paid] = [await createKey(browser), await createKey(browser)];
  await operatorOf(portal).grant(paid.external_id, 'all_access');
  return {
    portal,
    gateway,
    browser,
    free,
    paid,
    upstream: () => upstream,
    async call(options) {
      upstream.seen.length = 0;
      portalSeen.length = 0;
      const answer = await rawRequest(gateway.port, { path: `${apiPath}/points`, ...options });
      return { answer, seen: [...upstream.seen], portalSeen: [...portalSeen] };
    },
    portalPort,
    cutLine: () => line.cut(),
    mendLine(targetPort = portalTarget) {
      line.speak();
      return line.mend(portalPort, targetPort);
    },
    silenceLine: () => line.silence(),
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
