import type { ApiRequest, EndpointDoc, Route } from '../../src/content/contract.ts';
import { inputsOf, routesOf } from '../../src/content/endpoint-routes.ts';
import { exampleOf } from '../../src/content/parameters.ts';
import {
  permalinkOf,
  readPermalink,
  sourcesOf,
  startValues,
} from '../../src/content/requests/form-values.ts';
import { fieldProblems, fillIn, requestOf, type Values } from '../../src/content/requests/request.ts';
import type { Site } from '../../src/content/site.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { Sandbox } from './sandbox.ts';

export interface TriedEndpoint {
  name: string;
  page: string;
  doc: EndpointDoc;
}

export function listTriedEndpoints(site: Site): TriedEndpoint[] {
  return site.pages.flatMap((page) =>
    site
      .sectionsOf(page)
      .flatMap((section) =>
        section.kind === 'endpoint'
          ? [{ name: section.file.replace(/\.yaml$/, ''), page: page.path, doc: section.endpoint }]
          : [],
      ),
  );
}

/** The variants: the form's initial values, the last path, and one more field. */
export const variants = ['as it begins', 'of the last path', 'with one more field'] as const;

/** Returns a permalink of the endpoint as another person's browser reads it. */
export async function requestByPermalink(
  sandbox: Sandbox,
  endpoint: TriedEndpoint,
  variant: (typeof variants)[number] = 'as it begins',
): Promise<{ link: string; request: ApiRequest }> {
  const { doc } = endpoint;
  const answers = new Map<string, unknown>();
  for (const path of sourcesOf(doc)) answers.set(path, await askSandbox(sandbox, path));
  const routes = routesOf(doc);
  const route = variant === 'of the last path' ? routes.at(-1)! : routes[0]!;
  const started = startValues(doc, route, Date.now(), answers);
  const values = variant === 'with one more field' ? withOneMore(doc, route, started) : started;
  const link = permalinkOf(endpoint, route, values);
  const read = readPermalink(link, endpoint);
  if (!read || read.ignored.length > 0 || fieldProblems(doc, read.route, read.values).size > 0)
    throw new Error(`${link} does not fill the form`);
  return { link, request: requestOf(doc, read.route, read.values) };
}

function withOneMore(doc: EndpointDoc, { path }: Route, values: Values): Values {
  const inputs = inputsOf(doc, path);
  const more = inputs.find(
    ({ name, required, format }) => required === 'optional' && format === undefined && !(name in values),
  );
  return more ? fillIn(inputs, values, more.name, String(exampleOf(more, path))) : values;
}
