import { api } from '../urls.ts';
import type { EndpointDoc, KeyTerms } from './contract.ts';
import { baseOf } from './routes-of.ts';
import type { SiteFile } from './site-schema.ts';

export function keyTermsOf({ keys, sandbox }: SiteFile, docs: EndpointDoc[]): KeyTerms {
  const free = docs.filter(({ access }) => access === 'free').map(({ endpoint }) => endpoint);
  return {
    prefixes: keys.prefixes,
    // Behind a gateway as the API has it, and as the sandbox and the tools that know it do.
    freePaths: unique([
      ...free.map((route) => pathBefore(baseOf(route)) + route.path),
      ...(sandbox === 'none' ? [] : free.map(({ path }) => api + path)),
    ]),
    roles: keys.roles,
    requestsPerHour: keys.requests_per_hour,
  };
}

/** Of `https://api.example.com/v2`: `/v2`. */
export const pathBefore = (base: string) => new URL(base).pathname.replace(/\/$/, '');

const unique = (paths: string[]) => [...new Set(paths)];
