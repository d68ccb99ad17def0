import type { EndpointDoc, ParameterValue, Route } from '../contract.ts';
import { languageLabels, languages } from '../contract.ts';
import { inputsOf, isInPath } from '../routes-of.ts';
import { accessSentence } from './markdown-endpoint.ts';
import { blocks, prose, proseLine } from './markdown-text.ts';
import { type CommonError, errorsOf, successOf } from './openapi-responses.ts';
import { describe, inputExample, inputSchema, type Schema } from './openapi-schema.ts';

/** One description of a path. The same path may be described more than once, for different uses. */
export interface DescribedRoute {
  route: Route;
  doc: EndpointDoc;
  /** Of the page that shows it. */
  tag: string;
  url: string;
}

interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: Schema;
  example: ParameterValue | undefined;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  externalDocs: { url: string };
  parameters: OpenApiParameter[];
  responses: Record<string, object>;
  'x-codeSamples': { lang: string; label: string; source: string }[];
}

export function operationOf(
  uses: [DescribedRoute, ...DescribedRoute[]],
  dataTeam: string,
  common: CommonError[],
): Operation {
  const [{ route, doc, url }] = uses;
  return {
    operationId: operationId(route.path),
    summary: route.title ? `${doc.title}: ${route.title}` : doc.title,
    description: blocks(...uses.map((use) => descriptionOf(use, dataTeam))),
    tags: [...new Set(uses.map((use) => use.tag))],
    externalDocs: { url },
    parameters: parametersOf(uses),
    responses: { 200: successOf(doc, url), ...errorsOf(uses, common) },
    'x-codeSamples': languages.flatMap((language) => {
      const source = doc.code_examples[0]?.languages?.[language];
      return source
        ? [
            {
              lang: language === 'curl' ? 'Shell' : languageLabels[language],
              label: languageLabels[language],
              source,
            },
          ]
        : [];
    }),
  };
}

/** /missions/{id}/launch_site.json: getMissionsIdLaunchSite */
function operationId(path: string): string {
  const words = path
    .replace(/\.json$/, '')
    .split(/\W|_/)
    .filter(Boolean);
  return `get${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}`;
}

function descriptionOf({ route, doc, url }: DescribedRoute, dataTeam: string): string {
  return blocks(
    route.description && proseLine(route.description, url),
    prose(doc.description, url),
    accessSentence(doc.access, dataTeam),
    doc.additional_info && prose(doc.additional_info, url),
  );
}

/** A parameter is required when every use of the path requires it. */
function parametersOf(uses: DescribedRoute[]): OpenApiParameter[] {
  const found = new Map<string, OpenApiParameter>();
  for (const { route, doc, url } of uses) {
    for (const parameter of inputsOf(doc, route.path)) {
      if (found.has(parameter.name)) continue;
      const inPath = isInPath(parameter.name, route.path);
      const isRequired = uses.every((use) =>
        use.doc.input_parameters.some((each) => each.name === parameter.name && each.required === 'required'),
      );
      found.set(parameter.name, {
        name: parameter.name,
        in: inPath ? 'path' : 'query',
        required: inPath || isRequired,
        description: describe(parameter, url),
        schema: inputSchema(parameter, route.path),
        example: inputExample(parameter, route.path),
      });
    }
  }
  return [...found.values()];
}
