import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { documentationToolNames, weatherToolNames } from '../content/mcp-tools.ts';
import { loadSite } from '../content/site.ts';
import { root } from '../platform/root.ts';
import { pages } from '../urls.ts';
import { createCatalogue } from './catalogue.ts';

const hosts = {
  data: 'https://portal.example/api/v1',
  forecasts: 'https://portal.example/api/v1',
  mcp: 'https://portal.example/mcp',
  portal: 'https://portal.example',
};
const site = loadSite(join(root, 'content'), hosts, { sandbox: 'both' });
const catalogue = createCatalogue(site);

describe('the catalogue of tools', () => {
  test('is small enough for a model to choose from', () => {
    expect(catalogue.length).toBeGreaterThan(10);
    expect(catalogue.length).toBeLessThanOrEqual(20);
  });

  test.each(catalogue)('$tool.name is described as the golden file says', async ({ listed }) => {
    await expect(stringify(listed, { lineWidth: 0, aliasDuplicateObjects: false })).toMatchFileSnapshot(
      join(root, 'test/fixtures/mcp', `${listed.name}.yaml`),
    );
  });

  test.each(catalogue)('$tool.name explains every argument, and only reads', ({ listed }) => {
    for (const [name, schema] of Object.entries(listed.inputSchema.properties ?? {}))
      expect((schema as { description?: string }).description, name).toMatch(/\.$/);
    expect(listed.annotations).toMatchObject({ readOnlyHint: true });
    expect(listed.inputSchema.additionalProperties).toBe(false);
  });

  test.each(catalogue)('$tool.name has an example that fits its schema', ({ listed }) => {
    const [, example] = /Example: (\{.*\})\.$/.exec(listed.description!)!;
    const schema = z.fromJSONSchema(listed.inputSchema as never);
    expect(schema.safeParse(JSON.parse(example!))).toMatchObject({ success: true });
    // A strict schema: a name that it does not have would be refused.
    expect(schema.safeParse({ ...JSON.parse(example!), unknown: 1 }).success).toBe(false);
  });

  test('every call that the page writes in Python fits the schema of its tool', () => {
    const source = readFileSync(join(root, 'content/mcp/mcp.yaml'), 'utf8');
    const calls = [...source.matchAll(/call_tool\(\s*"(\w+)",\s*(\{.*?\}),/gs)];
    expect(calls.length).toBeGreaterThan(0);
    for (const [, name, given] of calls) {
      const { listed } = catalogue.find(({ tool }) => tool.name === name)!;
      const schema = z.fromJSONSchema(listed.inputSchema as never);
      expect(schema.safeParse(JSON.parse(given!)), name).toMatchObject({ success: true });
    }
  });

  test.each(catalogue)('$tool.name says of every number what it is measured in', ({ tool }) => {
    expect(numbersWithoutUnit(z.toJSONSchema(tool.output, { io: 'output' }) as Schema)).toEqual([]);
  });

  test('takes at most 8,500 tokens of a model, at four characters each', () => {
    const list = JSON.stringify({ tools: catalogue.map(({ listed }) => listed) });
    expect(list.length).toBeLessThanOrEqual(8500 * 4);
  });

  test('has the order of the MCP page, whose names are checked when the content is loaded', () => {
    const page = site.pages.find(({ path }) => path === pages.mcp)!;
    const described = site
      .sectionsOf(page)
      .flatMap((section) => (section.kind === 'mcp' ? section.mcp.available_endpoints : []));
    expect(catalogue.map(({ tool }) => tool.name)).toEqual(described.map(({ name }) => name));
    for (const name of [...weatherToolNames, ...documentationToolNames])
      expect(catalogue.filter(({ tool }) => tool.name === name)).toHaveLength(1);
  });

  test('a site without an MCP page has none', () => {
    expect(createCatalogue({ ...site, pages: [] })).toEqual([]);
  });
});

interface Schema {
  type?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Whole numbers count things. */
function numbersWithoutUnit(schema: Schema | undefined, name = ''): string[] {
  if (!schema) return [];
  if (schema.type === 'number') return schema.description ? [] : [name];
  // A list of numbers says it once.
  if (schema.items?.type === 'number') return schema.description ? [] : [name];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([each, value]) =>
    numbersWithoutUnit(value, each),
  );
  return [...inside, ...numbersWithoutUnit(schema.items, name)];
}
