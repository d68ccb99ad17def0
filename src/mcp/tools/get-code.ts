import { z } from 'zod';
import type { DocumentedEndpoint } from '../../content/documented-endpoints.ts';
import { inputsOf, isInPath } from '../../content/endpoint-routes.ts';
import { type CodeLanguage, codeLanguages } from '../../content/languages.ts';
import { choicesOf, exampleOf as exampleValue } from '../../content/parameters.ts';
import { startValues } from '../../content/requests/form-values.ts';
import { codeWithJavaScript } from '../../content/requests/javascript.ts';
import {
  addressOf,
  fieldProblems,
  filledValue,
  requestOf,
  type Values,
} from '../../content/requests/request.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { choice } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';

export const getCode = defineTool({
  name: 'get_code',
  title: 'Code for a call',
  path: undefined,
  input: z.strictObject({
    endpoint: z
      .string()
      .max(100)
      .describe('An endpoint by its path, with or without values in it; get_key_status lists the paths.'),
    language: choice(codeLanguages, { js: 'javascript', node: 'javascript' }).describe(
      'The language of the program.',
    ),
    arguments: z
      .record(z.string().max(60), z.union([z.string().max(800), z.number(), z.boolean()]))
      .optional()
      .meta({
        description:
          'The parameters of the call by name, also those in the path. Defaults to the example of the documentation.',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      }),
  }),
  output: z.object({
    endpoint: z.string(),
    language: z.enum(codeLanguages),
    code: z.string().describe('Reads client ID and API key from two environment variables'),
    address: z.string().optional().describe('What it calls; only with arguments'),
    documentation: z.string(),
  }),
  answer({ endpoint, language, arguments: given = {} }, { site, checks, now }) {
    const entries = Object.entries(given).map(([name, value]) => [name, String(value)]);
    const found = requireEndpoint(checks.endpoints, endpoint, Object.fromEntries(entries));
    const { doc, route, page } = found;
    const { environment } = site.summary.keys;
    const isExample =
      Object.keys(found.values).length === 0 && route.path === doc.endpoint.path && language !== 'javascript';
    const values = entries.length > 0 ? found.values : fillWithExamples(found, now());
    const request = isExample ? undefined : createRequest(found, values);
    const codes: Partial<Record<CodeLanguage, string>> = request
      ? codeWithJavaScript(request, environment)
      : (doc.code_examples.find((example) => example.languages)?.languages ?? {});
    const code = codes[language];
    if (code === undefined)
      throw badRequest(`This endpoint has no code in ${language}, only in ${Object.keys(codes).join(', ')}.`);
    const address = request && addressOf(request);
    const documentation = site.url + page.path;
    const examples = entries.length === 0 ? ' The values are examples.' : '';
    const called = address ? `\nIt calls ${address}${examples}` : '';
    return {
      text: `${code.trimEnd()}\n\nSet ${environment.clientId} and ${environment.apiKey} first.${called}\nSource: ${documentation}`,
      data: { endpoint: route.path, language, code, ...(address && { address }), documentation },
      ...(request && { check: checks.endpointForm(found, values) }),
    };
  },
});

function createRequest({ doc, route }: RequestedEndpoint, values: Values) {
  const known = inputsOf(doc, route.path).map(({ name }) => name);
  const valid = `Valid parameters: ${known.join(', ')}.`;
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) throw badRequest(`${JSON.stringify(unknown)} is not a parameter. ${valid}`);
  const [missing] = fieldProblems(doc, route, values);
  if (missing) throw badRequest(`${missing[0]}: ${missing[1]} ${valid}`);
  return requestOf(doc, route, values);
}

/** The documentation has examples for an endpoint's first path only, so the others use the values of its form. */
function fillWithExamples({ doc, route, values }: RequestedEndpoint, nowMs: number): Values {
  const filled = { ...startValues(doc, route, nowMs, new Map()), ...values };
  const missing = fieldProblems(doc, route, filled);
  const examples = inputsOf(doc, route.path)
    .filter(({ name }) => missing.has(name))
    .map((parameter) => [parameter.name, String(exampleValue(parameter, route.path))]);
  return { ...filled, ...Object.fromEntries(examples) };
}

interface RequestedEndpoint extends DocumentedEndpoint {
  values: Values;
}

/**
 * Finds an endpoint by its documented path, or by a path with values in it. A value with a slash, such as the variable
 * 500/temperature, belongs to another path, so all paths are searched.
 */
function requireEndpoint(
  all: readonly DocumentedEndpoint[],
  given: string,
  values: Values,
): RequestedEndpoint {
  const found = all.find(
    ({ route }) => normalizePath(route.path).toLowerCase() === normalizePath(given).toLowerCase(),
  );
  const filledPath = (found?.route.path ?? given).replaceAll(/\{(\w+)\}/g, (part, name: string) =>
    Object.hasOwn(values, name) ? filledValue(values, name) : part,
  );
  const filled = findByValues(all, normalizePath(filledPath), found);
  if (filled) {
    const rest = Object.entries(values).filter(([name]) => !found || !isInPath(name, found.route.path));
    return { ...filled, values: { ...Object.fromEntries(rest), ...filled.values } };
  }
  if (found) return { ...found, values };
  throw notFound(`No such endpoint. Available endpoints: ${all.map(({ route }) => route.path).join(', ')}.`);
}

function findByValues(
  all: readonly DocumentedEndpoint[],
  path: string,
  preferred: DocumentedEndpoint | undefined,
): RequestedEndpoint | undefined {
  const steps = path.split('/');
  for (const endpoint of preferred ? [preferred, ...all] : all) {
    const values = readPathValues(endpoint, steps);
    if (values) return { ...endpoint, values };
  }
  return undefined;
}

function readPathValues({ doc, route }: DocumentedEndpoint, steps: string[]): Values | undefined {
  const pattern = normalizePath(route.path).split('/');
  if (pattern.length !== steps.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const step = steps[index] ?? '';
    const parameter = doc.input_parameters.find(({ name }) => part === `{${name}}`);
    if (!parameter) {
      if (part.toLowerCase() !== step.toLowerCase()) return undefined;
      continue;
    }
    const choices = choicesOf(parameter, route.path)?.map(String);
    const value = choices ? choices.find((each) => each.toLowerCase() === step.toLowerCase()) : step;
    if (!value || value.includes('{')) return undefined;
    values[parameter.name] = value;
  }
  return values;
}

/** Makes `observations`, `/api/v1/observations.json` and `GET /observations.json` equal. */
const normalizePath = (path: string) =>
  path
    .trim()
    .replace(/^get +/i, '')
    .replace(/^\/?(api\/v1\/)?/i, '')
    .replace(/\.json$/i, '');
