import type { FastifyRequest } from 'fastify';
import { api } from '../../urls.ts';
import { degreeDayKinds } from '../../weather/sandbox/forecasts/degree-days.ts';

/** Those that answer with JSON and do not say so in their names. */
const namedJson = ['points', 'tropical_cyclones', ...degreeDayKinds].map((name) => `${api}/${name}`);
const grids = ['gridded/:variable', 'gridded/:level/:variable', 'constants/:name'].map(
  (name) => `${api}/${name}`,
);

/** JSON, and grids of one degree. Told by the route: a path can be written in many ways. */
export function isWithinDemo({ method, routeOptions, query }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const url = routeOptions.url ?? '';
  if (grids.includes(url)) return isOneDegree(query);
  return url.endsWith('.json') || namedJson.includes(url);
}

const isOneDegree = (query: unknown) => (query as { resolution?: unknown }).resolution === '1';

/** Made in a thread of their own, while they are sent. */
export const isGrid = ({ routeOptions }: FastifyRequest) => grids.includes(routeOptions.url ?? '');
