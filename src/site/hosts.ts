import type { Sandbox } from '../content/contract.ts';
import type { Hosts } from '../content/sandbox.ts';
import type { Config } from '../platform/config.ts';
import { api, mcpServer } from '../urls.ts';

/** The hosts that the documentation shows: the provider's if they are configured, otherwise this server's sandbox. */
export function hostsOf(config: Config): { hosts: Hosts; sandbox: Sandbox } {
  const { publicUrl, forecastsApiUrl, dataApiUrl, mcpUrl } = config;
  return {
    hosts: {
      forecasts: forecastsApiUrl ?? publicUrl + api,
      data: dataApiUrl ?? publicUrl + api,
      mcp: mcpUrl ?? publicUrl + mcpServer,
      portal: publicUrl,
    },
    sandbox: forecastsApiUrl ? (dataApiUrl ? false : 'data') : dataApiUrl ? 'forecasts' : 'both',
  };
}
