import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EndpointDoc, Parameter } from '../../src/content/contract.ts';
import { anchorsBySection } from '../../src/content/outline.ts';
import { markdownOf } from '../../src/content/outputs/markdown.ts';
import { openApiOf } from '../../src/content/outputs/openapi.ts';
import type { Schema } from '../../src/content/outputs/openapi-schema.ts';
import { renderAll, sandboxSite as site } from './content-site.ts';

const html = renderAll(site);
const openApi = openApiOf(site);

const endpoints = site.pages.flatMap((page) => {
  const sections = site.sectionsOf(page);
  const anchors = anchorsBySection(sections);
  return sections.flatMap((section, index) =>
    section.kind === 'endpoint' ? [{ file: section.file, path: page.path, anchor: anchors[index]![0]! }] : [],
  );
});

test('every endpoint file is shown on a page', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(19);
});

describe.each(endpoints)('$file', ({ file, path, anchor }) => {
  /** The data file is the reference: the other forms must agree with it. */
  const doc = parse(site.findDataFile('endpoints', file)!) as EndpointDoc;
  const routes = [doc.endpoint, ...(doc.endpoint.additional_endpoints ?? [])];
  const inputs = namesOf(doc.input_parameters);
  const fields = namesOf(doc.response_parameters);
  const statuses = doc.errors.map((error) => error.status);

  test('names the same paths, parameters, fields and errors on its page', () => {
    const section = sectionIn(html.get(path)!, anchor);
    const texts = (pattern: RegExp) => [...section.matchAll(pattern)].map((match) => unescaped(match[1]!));
    expect(texts(/class="route-path">([^<]*)</g)).toEqual(routes.map((route) => route.path));
    expect(texts(/class="parameter-name"[^>]*>([^<]*)</g)).toEqual([...inputs, ...fields]);
    expect(texts(/class="badge badge-danger">(\d+)</g)).toEqual(statuses.map(String));
  });

  test('names the same in its Markdown', () => {
    const markdown = markdownOf(site, path, anchor)!;
    const first = (part: string) => rowsIn(markdown, part).map((row) => row[0]!);
    const name = (cell: string) => cell.slice(1, -1).split('.').at(-1);
    expect(markdown.match(/`GET [^`]+`/g)).toEqual(routes.map((route) => `\`GET ${route.full_url}\``));
    expect(first('Input Parameters').map(name)).toEqual(inputs);
    expect(first('Response Parameters').map(name)).toEqual(fields);
    expect(first('Errors').map((cell) => Number.parseInt(cell, 10))).toEqual(statuses);
  });

  test.each(routes)('names the same in OpenAPI: $path', ({ path: route, full_url }) => {
    const operation = openApi.paths[route]!.get;
    const isInAnyPath = (name: string) => routes.some((each) => each.path.includes(`{${name}}`));
    const expected = inputs.filter((name) => route.includes(`{${name}}`) || !isInAnyPath(name));
    expect(operation.parameters.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(expected));
    expect(openApi.servers.map((server) => server.url + route)).toContain(full_url);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses.map(String)));
    if (operation.externalDocs.url.endsWith(`#${anchor}`)) expect(fieldsOf(operation)).toEqual(fields);
  });
});

test('OpenAPI has no path and no parameter that the data files do not have', () => {
  const docs = endpoints.map(({ file }) => parse(site.findDataFile('endpoints', file)!) as EndpointDoc);
  const routes = docs.flatMap((doc) =>
    [doc.endpoint, ...(doc.endpoint.additional_endpoints ?? [])].map(({ path }) => ({ path, doc })),
  );
  expect(Object.keys(openApi.paths)).toEqual([...new Set(routes.map(({ path }) => path))]);
  for (const [path, { get }] of Object.entries(openApi.paths)) {
    const allowed = routes
      .filter((route) => route.path === path)
      .flatMap(({ doc }) => namesOf(doc.input_parameters));
    for (const { name } of get.parameters) expect(allowed).toContain(name);
  }
});

function namesOf(parameters: Parameter[]): string[] {
  return parameters.flatMap(({ name, arrayItems = [] }) => [name, ...namesOf(arrayItems)]);
}

/** Reads the cells of the first table under a heading. */
function rowsIn(markdown: string, heading: string): string[][] {
  const text = markdown.split(`### ${heading}\n\n`)[1]?.split('\n\n')[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function sectionIn(page: string, anchor: string): string {
  const start = page.indexOf(`aria-labelledby="${anchor}"`);
  return page.slice(start, page.indexOf('</section>', start));
}

const unescaped = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function fieldsOf({ responses }: { responses: Record<string, object> }): string[] {
  const success = responses['200'] as {
    content: Record<string, { schema: Schema }>;
    'x-netcdf-fields'?: { name: string }[];
  };
  if (success['x-netcdf-fields']) return success['x-netcdf-fields'].map(({ name }) => name);
  const { $ref } = success.content['application/json']!.schema as { $ref: string };
  const schema = openApi.components.schemas[$ref.split('/').at(-1)!]!;
  return schema.type === 'array' ? ['[]', ...schemaNames(schema.items)] : schemaNames(schema);
}

function schemaNames(schema: Schema | undefined): string[] {
  if (!schema) return [];
  if (schema.items) return schemaNames(schema.items);
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...schemaNames(inner),
  ]);
  const key = schema['x-additionalPropertiesName'];
  return key ? [...named, `{${key}}`, ...schemaNames(schema.additionalProperties)] : named;
}
