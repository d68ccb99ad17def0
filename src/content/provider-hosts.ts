import type { ApiSummary, Sandbox } from './contract.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError } from './yaml/content-error.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

export interface Hosts {
  data: string;
  forecasts: string;
  mcp: string;
  portal: string;
}

interface Where {
  hosts: Hosts;
  sandbox: Sandbox;
}

/** Without a sandbox an API is where the environment says, or else where `site.yaml` does. */
export function withoutSandbox(sitePath: string, site: YamlFile<SiteFile>, given: Where): Where {
  if (site.content.sandbox !== 'none') return given;
  const { hosts, sandbox } = given;
  const urlOf = (name: 'forecasts' | 'data') => {
    const isConfigured = sandbox !== 'both' && sandbox !== name;
    const url = isConfigured ? hosts[name] : site.content.apis[name]?.url;
    if (url) return url;
    const words = `apis.${name}: with \`sandbox: none\` it needs a \`url\`, or set ${name.toUpperCase()}_API_URL`;
    throw new ContentError(sitePath, site.lineOf(['apis', name]), words);
  };
  const forecasts = urlOf('forecasts');
  return {
    hosts: { ...hosts, forecasts, data: site.content.apis.data ? urlOf('data') : forecasts },
    sandbox: false,
  };
}

export function apisOf({ apis }: SiteFile, hosts: Hosts): ApiSummary[] {
  return (['forecasts', 'data'] as const).flatMap((name) => {
    const api = apis[name];
    return api ? [{ title: api.title, baseLabel: api.base_label, url: hosts[name] }] : [];
  });
}
