import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { listEndpoints } from '../../src/content/documented-endpoints.ts';
import { changelogFeedText, robotsText, sitemapText } from '../../src/content/outputs/feeds.ts';
import { llmsFullText, llmsText } from '../../src/content/outputs/llms.ts';
import { openApiOf } from '../../src/content/outputs/openapi.ts';
import { createSearchIndex } from '../../src/content/outputs/search-index.ts';
import { codeInAll } from '../../src/content/requests/code.ts';
import { startValues } from '../../src/content/requests/form-values.ts';
import { fieldProblems, requestOf } from '../../src/content/requests/request.ts';
import type { Site } from '../../src/content/site.ts';
import { ContentError } from '../../src/content/yaml/mistakes.ts';
import { documentedEndpoints } from '../../src/gateway/endpoints.ts';
import { createCatalogue } from '../../src/mcp/catalogue.ts';
import { landingFacts } from '../../src/site/landing-facts.ts';
import { type ContentFolder, copyContent } from '../helpers/content-folder.ts';
import { renderAll } from '../rules/content-site.ts';

/** Each field of each file is broken in these ways, one at a time. */
const wrongValues = [undefined, null, 7, -1e300, true, '', 'a b', '%zz', '{{', '/docs/nowhere', [], {}, [{}]];

const files = [
  'site.yaml',
  'endpoints/tides.yaml',
  'endpoints/tugs.yaml',
  'guides/overview.yaml',
  'mcp/mcp.yaml',
];

let content: ContentFolder;
beforeEach(() => {
  content = copyContent('another-provider');
});
afterEach(() => content.remove());

test.each(files)(
  'a broken field of %s stops the start, or the portal works',
  (file) => {
    const path = join(content.path, file);
    const failures: string[] = [];
    let stopped = 0;
    for (const [field, text] of brokenVersions(readFileSync(path, 'utf8'))) {
      writeFileSync(path, text);
      try {
        generateEverything(content.load());
      } catch (error) {
        const { message, stack } = error as Error;
        if (!(error instanceof ContentError)) failures.push(`${field}: ${stack?.slice(0, 400)}`);
        stopped++;
        const lines = message.replaceAll(`${content.path}/`, '').split('\n');
        const isReport = (line: string) => /^[\w/.-]+:\d+: .*\S|^\d+ mistakes in the content:$/.test(line);
        failures.push(...lines.filter((line) => !isReport(line)).map((line) => `${field}: ${line}`));
      }
    }
    expect(failures).toEqual([]);
    expect(stopped).toBeGreaterThan(10);
  },
  300_000,
);

function* brokenVersions(text: string): Generator<[field: string, text: string]> {
  for (const field of fieldsIn(parseDocument(text).toJS())) {
    for (const value of wrongValues) {
      const document = parseDocument(text);
      if (value === undefined) document.deleteIn(field);
      else document.setIn(field, document.createNode(value));
      yield [`${field.join('.')} = ${JSON.stringify(value)}`, document.toString()];
    }
  }
}

function fieldsIn(value: unknown, parent: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = [...parent, Array.isArray(value) ? Number(name) : name];
    return [field, ...fieldsIn(inner, field)];
  });
}

/** Everything that the portal generates from the content, most of it at the first request. */
function generateEverything(site: Site): void {
  for (const write of [openApiOf, createSearchIndex, landingFacts, createCatalogue])
    expect(JSON.stringify(write(site))).toBeTruthy();
  for (const write of [llmsText, llmsFullText, changelogFeedText, sitemapText, robotsText])
    expect(write(site)).not.toMatch(/\[object|undefined|NaN/);
  expect(documentedEndpoints(site)).not.toHaveLength(0);
  for (const { doc, route } of listEndpoints(site)) {
    const values = startValues(doc, route, Date.now(), new Map());
    fieldProblems(doc, route, values);
    codeInAll(requestOf(doc, route, values), site.summary.keys.environment);
  }
  for (const html of renderAll(site).values()) expect(html).not.toMatch(/\[object Object|undefined/);
}
