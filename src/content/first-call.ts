import type { EndpointDoc, SiteSummary } from './contract.ts';
import { baseOf, inputsOf } from './routes-of.ts';

/** The first endpoint that a free key opens, asked with what it needs and no more. */
export function firstCallOf(docs: EndpointDoc[]): SiteSummary['firstCall'] {
  const doc = docs.find(({ access }) => access === 'free');
  if (!doc) return undefined;
  const { endpoint: route, try_with = {} } = doc;
  const query = inputsOf(doc, route.path)
    .filter(({ required }) => required === 'required')
    .map(({ name, example }): [string, string] => {
      const start = try_with[name];
      return [name, String(start === undefined || typeof start === 'object' ? example : start)];
    });
  const isFile = doc.response_example.type !== 'application/json';
  return { title: doc.title, request: { base: baseOf(route), path: route.path, query, isFile } };
}
