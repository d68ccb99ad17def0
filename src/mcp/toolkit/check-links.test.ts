import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSite } from '../../content/site.ts';
import { root } from '../../platform/root.ts';
import { CheckLinks } from './check-links.ts';

const portal = 'https://portal.example';
const hosts = { data: portal, forecasts: portal, mcp: portal, portal };
const read = (folder: string) => loadSite(join(root, folder), hosts, { sandbox: 'both' });

test('a site without a viewer and without the endpoint has no page to check an answer on', () => {
  const checks = new CheckLinks(read('test/fixtures/content'));
  expect(checks.viewer('W-1', 2)).toEqual([]);
  expect(checks.form('/observations.json', {})).toEqual([]);
  expect(checks.endpoints.length).toBeGreaterThan(0);
});

test('what is not given and what the form does not have is left out of the link', () => {
  const checks = new CheckLinks(read('content'));
  expect(
    checks.form('/initialization_times.json', { ens_member: undefined, intracycle: false, order: 'newest' }),
  ).toEqual([`${portal}/docs/forecast-api/availability?try=initialization-times#initialization-times`]);
});
