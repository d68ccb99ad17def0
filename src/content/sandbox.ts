import { mcpServer } from '../urls.ts';
import type { ApiName, Sandbox } from './contract.ts';
import type { conditionNames } from './site-schema.ts';

export const isSandboxed = (sandbox: Sandbox, api: ApiName) => sandbox === 'both' || sandbox === api;

/** Examples come from the sandbox, even on a portal whose API doesn't. */
export const exampleNoteFor = (sandbox: Sandbox): string | undefined =>
  sandbox === 'both' ? undefined : 'Example from the sandbox: simulated data.';

/** Every page shows this sentence; its first word is emphasized. */
export function sandboxSentence(sandbox: Sandbox): string | undefined {
  switch (sandbox) {
    case false:
      return undefined;
    case 'both':
      return 'Sandbox: the weather here is simulated, so you can build and test for free.';
    case 'forecasts':
      return 'Sandbox: the forecasts here are simulated.';
    case 'data':
      return 'Sandbox: the observations here are simulated.';
  }
}

export type Conditions = Record<(typeof conditionNames)[number], boolean>;

type ApiHosts = Record<ApiName, string>;

/** The addresses that the documentation shows. */
export interface Hosts extends ApiHosts {
  mcp: string;
  portal: string;
}

/** People connect apps by signing in only if the MCP server is this portal's own. */
export const hasMcpSignIn = ({ mcp, portal }: Pick<Hosts, 'mcp' | 'portal'>) => mcp === portal + mcpServer;

/** `libraryHosts` are the hosts that the Python library calls by default. */
export function conditionsOf(sandbox: Sandbox, hosts: Hosts, libraryHosts: ApiHosts | undefined): Conditions {
  const [forecasts, data] = [isSandboxed(sandbox, 'forecasts'), isSandboxed(sandbox, 'data')];
  const isRedirected = (api: ApiName) => hosts[api] !== libraryHosts?.[api];
  return {
    mcp_sign_in: hasMcpSignIn(hosts),
    sandbox: forecasts || data,
    provider: !forecasts || !data,
    forecasts_sandbox: forecasts,
    forecasts_provider: !forecasts,
    data_sandbox: data,
    data_provider: !data,
    library_redirected: isRedirected('forecasts') || isRedirected('data'),
    forecasts_library_redirected: isRedirected('forecasts'),
    data_library_redirected: isRedirected('data'),
  };
}
