import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiOf } from '../../src/content/outputs/openapi.ts';
import type { Schema } from '../../src/content/outputs/openapi-schema.ts';
import { providerSite, sandboxSite } from './content-site.ts';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** The document is read back from JSON, because clients get no undefined values. */
const read = (document: ReturnType<typeof openApiOf>) =>
  JSON.parse(JSON.stringify(document)) as ReturnType<typeof openApiOf>;
const onSandbox = read(openApiOf(sandboxSite));
const atProvider = read(openApiOf(providerSite));

describe.each([
  ['on the sandbox', onSandbox],
  ["on the provider's hosts", atProvider],
])('OpenAPI %s', (_name, document) => {
  const operations = Object.entries(document.paths).map(([path, item]) => ({ path, ...item.get }));

  test('has what the specification requires', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.info.license).toMatchObject({ url: expect.stringMatching(/\/docs\/licence$/) });
    expect(operations.length).toBeGreaterThan(20);
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map((tag) => tag.name));
    for (const operation of operations) {
      expect(operation.tags.length).toBeGreaterThan(0);
      expect(operation.tags.filter((tag) => !tags.has(tag))).toEqual([]);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(response).toMatchObject({ description: expect.stringMatching(/./) });
      }
    }
    for (const name of document.security.flatMap((entry) => Object.keys(entry))) {
      expect(document.components.securitySchemes).toHaveProperty(name);
    }
  });

  test.each(operations)('declares every parameter of $path once', ({ path, parameters }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map((parameter) => parameter.name).sort()).toEqual(inPath.sort());
    expect(declared.every((parameter) => parameter.required)).toBe(true);
    const names = parameters.map((parameter) => parameter.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, schema, example } of parameters) {
      for (const each of schema.anyOf ?? [schema])
        expect(each.type).toMatch(/^(string|integer|number|boolean)$/);
      expect([name, z.fromJSONSchema(schema as JsonSchema).safeParse(example).error]).toEqual([
        name,
        undefined,
      ]);
    }
  });

  test('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      expect(document, reference).toHaveProperty(reference.split('/'));
    }
  });

  test.each(operations)('has an answer for $path that fits its own schema', ({ responses }) => {
    const { content } = responses['200'] as {
      content: Record<string, { schema: Schema; example?: unknown }>;
    };
    const json = content['application/json'];
    if (!json) return expect(Object.keys(content)).toEqual(['application/x-netcdf']);
    const [, name] = /^#\/components\/schemas\/(\w+Answer)$/.exec((json.schema as { $ref: string }).$ref)!;
    const schema = document.components.schemas[name!];
    const { error } = z.fromJSONSchema(schema as JsonSchema).safeParse(json.example);
    // Zod limits integers to 2^53, JSON Schema doesn't.
    expect(error?.issues.filter((issue) => issue.path[0] !== 'next_since') ?? []).toEqual([]);
  });
});

test('one host for both APIs is one server; two hosts are two, and each path names its own', () => {
  expect(onSandbox.servers.map((server) => server.url)).toEqual(['https://portal.test/api/v1']);
  expect(onSandbox.paths['/points']).not.toHaveProperty('servers');
  expect(atProvider.servers.map((server) => server.url)).toEqual([
    'https://forecasts.test/api/v1',
    'https://data.test/api/v1',
  ]);
  expect(atProvider.paths['/points']?.servers).toEqual([{ url: 'https://forecasts.test/api/v1' }]);
  expect(atProvider.paths['/observations.json']?.servers).toEqual([{ url: 'https://data.test/api/v1' }]);
});

test('limits, lists, defaults and examples are those of the parameters', () => {
  const schemaOf = (path: string, name: string) =>
    onSandbox.paths[path]?.get.parameters.find((parameter) => parameter.name === name)?.schema;
  expect(schemaOf('/observations.json', 'min_latitude')).toMatchObject({ minimum: -90, maximum: 90 });
  expect(schemaOf('/missions.json', 'page')).toMatchObject({ type: 'integer', minimum: 0 });
  expect(schemaOf('/tropical_cyclones', 'basin')?.enum).toEqual(['NA', 'EP', 'WP', 'NI', 'SI', 'AU', 'SP']);
  expect(schemaOf('/gridded/{variable}', 'variable')?.enum).toContain('temperature_2m');
  expect(schemaOf('/gridded/{level}/{variable}', 'variable')?.enum).toContain('geopotential');
  expect(schemaOf('/gridded/FULL', 'variable')).toBeUndefined();
  expect(schemaOf('/gridded/{variable}', 'resolution')).toMatchObject({
    type: 'string',
    enum: ['0.25', '0.5', '1'],
    default: '0.25',
  });
  expect(schemaOf('/hdd', 'ens_member')?.enum).toHaveLength(26);
  expect(schemaOf('/points', 'initialization_time')?.pattern).toMatch(/^\^/);
  for (const name of ['since', 'min_time', 'max_time'])
    expect(schemaOf('/observations.json', name)?.anyOf, name).toEqual([
      { type: 'integer', format: 'int64', minimum: 0 },
      { type: 'string', format: 'date-time' },
    ]);
});

test('a parameter is required only where every use of the path requires it', () => {
  const isRequired = (path: string, name: string) =>
    onSandbox.paths[path]?.get.parameters.find((parameter) => parameter.name === name)?.required;
  expect(isRequired('/points', 'coordinates')).toBe(true);
  expect(isRequired('/hdd', 'initialization_time')).toBe(true);
  expect(isRequired('/gridded/{variable}', 'initialization_time')).toBe(false);
});

test('files are of the type that generators take for bytes', () => {
  const { content } = onSandbox.paths['/gridded/{variable}']!.get.responses['200'] as { content: object };
  expect(content).toEqual({
    'application/x-netcdf': {
      schema: { type: 'string', format: 'binary', contentMediaType: 'application/x-netcdf' },
    },
  });
  expect(onSandbox.info.description).toContain('map it to `application/octet-stream`');
});

test('nanoseconds in an example keep all their digits', () => {
  expect(JSON.stringify(openApiOf(sandboxSite))).toMatch(/"next_since":\d{19}\b/);
});
