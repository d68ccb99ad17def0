import type { ApiName, Sandbox } from './contract.ts';
import { isSandboxed } from './sandbox-sentence.ts';
import type { conditionNames } from './site-schema.ts';

export type Conditions = Record<(typeof conditionNames)[number], boolean>;

type ApiHosts = Record<ApiName, string>;

/** `libraryHosts` are those that the Python library asks by itself. */
export function conditionsOf(
  sandbox: Sandbox,
  hosts: ApiHosts,
  libraryHosts: ApiHosts | undefined,
): Conditions {
  const [forecasts, data] = [isSandboxed(sandbox, 'forecasts'), isSandboxed(sandbox, 'data')];
  return {
    sandbox: forecasts || data,
    provider: !forecasts || !data,
    forecasts_sandbox: forecasts,
    forecasts_provider: !forecasts,
    data_sandbox: data,
    data_provider: !data,
    ...redirections(hosts, libraryHosts),
  };
}

function redirections(hosts: ApiHosts, libraryHosts: ApiHosts | undefined) {
  const [forecasts, data] = (['forecasts', 'data'] as const).map((api) => hosts[api] !== libraryHosts?.[api]);
  return {
    library_redirected: forecasts! || data!,
    forecasts_library_redirected: forecasts!,
    data_library_redirected: data!,
  };
}
