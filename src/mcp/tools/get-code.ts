import { z } from 'zod';
import { type EndpointDoc, type Environment, languages } from '../../content/contract.ts';
import { inputsOf, isInPath } from '../../content/endpoint-routes.ts';
import { choicesOf, exampleOf as exampleValue } from '../../content/parameters.ts';
import { codeInAll } from '../../content/requests/code.ts';
import { startValues } from '../../content/requests/form-values.ts';
import { addressOf, missingIn, requestOf, type Values } from '../../content/requests/request.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { DocumentedEndpoint } from '../toolkit/check-links.ts';
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
      .describe('An endpoint by its path, such as /points, /gridded/{variable} or /gridded/500/temperature.'),
    language: choice(languages).describe('The language of the program.'),
    arguments: z
      .record(z.string().max(60), z.union([z.string().max(800), z.number(), z.boolean()]))
      .optional()
      .meta({
        description:
          'The parameters of the call by name, also those in the path. Leave them out for the example of the documentation.',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      }),
  }),
  output: z.object({
    endpoint: z.string(),
    language: z.enum(languages),
    code: z.string().describe('It reads client id and API key from two variables of its environment'),
    address: z.string().optional().describe('What it calls; only with arguments'),
    documentation: z.string(),
  }),
  answer({ endpoint, language, arguments: given = {} }, { site, checks, now }) {
    const asked = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const found = requireEndpoint(checks.endpoints, endpoint, asked);
    const { doc, route, page } = found;
    const documentation = site.url + page.path;
    const { environment } = site.summary.keys;
    if (Object.keys(found.values).length === 0 && route.path === doc.endpoint.path) {
      const code = requireLanguage(exampleOf(doc), language);
      return shown({ endpoint: route.path, language, code, documentation }, environment);
    }
    const values = Object.keys(asked).length > 0 ? found.values : withExamples(found, now());
    const known = inputsOf(doc, route.path).map(({ name }) => name);
    for (const name of Object.keys(values))
      if (!known.includes(name))
        throw badRequest(`${JSON.stringify(name)} is not among the parameters: ${known.join(', ')}.`);
    const [missing] = missingIn(doc, route, values);
    if (missing) throw badRequest(`${missing[0]}: ${missing[1]} The parameters are ${known.join(', ')}.`);
    const request = requestOf(doc, route, values);
    const code = requireLanguage(codeInAll(request, environment), language);
    const data = { endpoint: route.path, language, code, address: addressOf(request), documentation };
    return { ...shown(data, environment), check: checks.formOf(found, values) };
  },
});

/** The documentation has an example of an endpoint's first path only. For the others its form's values are used. */
function withExamples({ doc, route, values }: RequestedEndpoint, nowMs: number): Values {
  const filled = { ...startValues(doc, route, nowMs, new Map()), ...values };
  const missing = missingIn(doc, route, filled);
  const examples = inputsOf(doc, route.path)
    .filter(({ name }) => missing.has(name))
    .map((parameter) => [parameter.name, String(exampleValue(parameter, route.path))]);
  return { ...filled, ...Object.fromEntries(examples) };
}

interface Shown {
  endpoint: string;
  language: (typeof languages)[number];
  code: string;
  address?: string;
  documentation: string;
}

function shown(data: Shown, { clientId, apiKey }: Environment) {
  const called = data.address ? `\nIt calls ${data.address}` : '';
  return {
    text: `${data.code.trimEnd()}\n\nSet ${clientId} and ${apiKey} first.${called}\nSource: ${data.documentation}`,
    data,
  };
}

const exampleOf = (doc: EndpointDoc) =>
  doc.code_examples.find((example) => example.languages)?.languages ?? {};

function requireLanguage(codes: Partial<Record<Shown['language'], string>>, language: Shown['language']) {
  const code = codes[language];
  if (code !== undefined) return code;
  throw badRequest(
    `There is no code in ${language} for this endpoint, but in ${Object.keys(codes).join(', ')}.`,
  );
}

interface RequestedEndpoint extends DocumentedEndpoint {
  /** With those that the path of the endpoint named. */
  values: Values;
}

/**
 * By its documented path, or by a path whose parts are filled in. A value with a slash, such as the variable
 * 500/temperature, belongs to another path: it is looked for among all of them.
 */
function requireEndpoint(
  all: readonly DocumentedEndpoint[],
  given: string,
  values: Values,
): RequestedEndpoint {
  const found = all.find(({ route }) => plain(route.path).toLowerCase() === plain(given).toLowerCase());
  const filledPath = (found?.route.path ?? given).replaceAll(/\{(\w+)\}/g, (part, name: string) =>
    Object.hasOwn(values, name) ? values[name]!.trim() : part,
  );
  const filled = findFilled(all, plain(filledPath), found);
  if (filled) {
    const rest = Object.entries(values).filter(([name]) => !found || !isInPath(name, found.route.path));
    return { ...filled, values: { ...Object.fromEntries(rest), ...filled.values } };
  }
  if (found) return { ...found, values };
  throw notFound(`There is no such endpoint. There are ${all.map(({ route }) => route.path).join(', ')}.`);
}

/** The endpoint that has this path, `preferred` before others, and what its parts are then. */
function findFilled(
  all: readonly DocumentedEndpoint[],
  path: string,
  preferred: DocumentedEndpoint | undefined,
): RequestedEndpoint | undefined {
  const steps = path.split('/');
  for (const endpoint of preferred ? [preferred, ...all] : all) {
    const values = partsIn(endpoint, steps);
    if (values) return { ...endpoint, values };
  }
  return undefined;
}

function partsIn({ doc, route }: DocumentedEndpoint, steps: string[]): Values | undefined {
  const pattern = plain(route.path).split('/');
  if (pattern.length !== steps.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const step = steps[index]!;
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

/** `observations`, `/api/v1/observations.json` and `GET /observations.json` are one. */
const plain = (path: string) =>
  path
    .trim()
    .replace(/^get +/i, '')
    .replace(/^\/?(api\/v1\/)?/i, '')
    .replace(/\.json$/i, '');
