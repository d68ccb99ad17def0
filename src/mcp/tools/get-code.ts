import { z } from 'zod';
import { type EndpointDoc, type Environment, languages } from '../../content/contract.ts';
import { inputsOf } from '../../content/routes-of.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { codeInAll } from '../../requests/code.ts';
import { addressOf, missingIn, requestOf } from '../../requests/request.ts';
import type { DocumentedEndpoint } from '../toolkit/check-pages.ts';
import { choice } from '../toolkit/lenient.ts';
import { defineTool } from '../toolkit/tool.ts';

export const getCode = defineTool({
  name: 'get_code',
  title: 'Code for a call',
  path: undefined,
  input: z.strictObject({
    endpoint: z
      .string()
      .max(100)
      .describe('An endpoint by its path, such as /points, /observations.json or /gridded/{variable}.'),
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
  answer({ endpoint, language, arguments: given }, { site, checks }) {
    const found = requireEndpoint(checks.endpoints, endpoint);
    const { doc, route, page } = found;
    const documentation = site.url + page.path;
    const { environment } = site.summary.keys;
    if (!given || Object.keys(given).length === 0) {
      const code = requireLanguage(exampleOf(doc), language);
      return shown({ endpoint: route.path, language, code, documentation }, environment);
    }
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
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

function requireEndpoint(all: readonly DocumentedEndpoint[], given: string) {
  const wanted = plain(given);
  const found = all.find(({ route }) => plain(route.path) === wanted);
  if (found) return found;
  throw notFound(`There is no such endpoint. There are ${all.map(({ route }) => route.path).join(', ')}.`);
}

/** `observations`, `/api/v1/observations.json` and `GET /observations.json` are one. */
const plain = (path: string) =>
  path
    .trim()
    .toLowerCase()
    .replace(/^get +/, '')
    .replace(/^\/?(api\/v1\/)?/, '')
    .replace(/\.json$/, '');
