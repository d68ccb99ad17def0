import type { ApiError, EndpointDoc, GuideStep } from '../contract.ts';
import { blocks, prose } from './markdown-text.ts';
import { parseExact } from './openapi-example.ts';
import { answerSchema, describe } from './openapi-schema.ts';

const rateLimitHeaders = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

export function successOf(doc: EndpointDoc, url: string): object {
  const { type, text } = doc.response_example;
  if (type === 'application/json') {
    const content = {
      [type]: { schema: answerSchema(doc.response_parameters, url), example: parseExact(text) },
    };
    return { description: 'OK', headers: rateLimitHeaders, content };
  }
  return {
    description: blocks('A NetCDF file. This is the header of one:', `\`\`\`\n${text.trimEnd()}\n\`\`\``),
    headers: rateLimitHeaders,
    content: { [type]: { schema: { type: 'string', format: 'binary', contentMediaType: type } } },
    'x-netcdf-fields': doc.response_parameters.map((field) => ({
      name: field.name,
      type: field.type,
      description: describe(field, url),
    })),
  };
}

export type CommonError = Pick<GuideStep, 'description'> & { status: number };

/** Those of the endpoint, and for each other status what holds for every endpoint. */
export function errorsOf(
  uses: { doc: EndpointDoc; url: string }[],
  common: CommonError[],
): Record<string, object> {
  const texts = new Map<number, Set<string>>();
  for (const { status, description } of common) {
    const isOwn = uses.every(({ doc }) => doc.errors.some((error) => error.status === status));
    if (!isOwn) texts.set(status, new Set([prose(description, uses[0]!.url)]));
  }
  for (const { doc, url } of uses) {
    for (const error of doc.errors)
      texts.set(error.status, (texts.get(error.status) ?? new Set()).add(errorText(error, url)));
  }
  return Object.fromEntries(
    [...texts].map(([status, sentences]) => [
      status,
      {
        description: blocks(...sentences),
        ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

const errorText = ({ meaning, action }: ApiError, url: string) =>
  blocks(prose(meaning, url), prose(action, url));
