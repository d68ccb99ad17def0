import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumMissing, openPortalBrowser, type PortalBrowser, soon } from '../e2e/portal-browser.ts';
import { sandboxSite } from '../rules/content-site.ts';
import { listTriedEndpoints } from '../samples/permalinks.ts';

const endpoints = listTriedEndpoints(sandboxSite);
const [toDraw, toDownload] = [
  endpoints.filter(({ doc }) => doc.drawn_as),
  endpoints.filter(({ doc }) => !doc.drawn_as),
];

describe.skipIf(chromiumMissing)('every endpoint, called from its page without an account', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  const openForm = async ({ page: path, doc }: (typeof endpoints)[number]) => {
    const page = await portalBrowser.open(path);
    await page.getByRole('button', { name: `Try it: ${doc.title}` }).click();
    const form = page.getByRole('region', { name: `Try it: ${doc.title}` });
    await form.waitFor();
    for (const [field, start] of Object.entries(doc.try_with ?? {}))
      if (typeof start === 'object' && 'source' in start)
        // The value is read from another answer.
        await soon(() => form.getByLabel(field).first().inputValue()).not.toBe('');
    return form;
  };

  test('there are nineteen, one of which is too large for a page', () => {
    expect([toDraw.length, toDownload.map(({ name }) => name)]).toEqual([18, ['gridded-full']]);
  });

  test.each(toDraw)('$name answers, and the answer is drawn', async (endpoint) => {
    const form = await openForm(endpoint);
    await form.getByRole('button', { name: 'Send' }).click();
    const response = form.page().getByRole('region', { name: `Live response of ${endpoint.doc.title}` });
    const picture = response.getByRole('figure', { name: 'Chart of the response' }).getByRole('img');
    await picture.waitFor();
    const words = (await picture.getAttribute('aria-label')) ?? '';
    expect(words.length).toBeGreaterThan(20);
    expect(words).not.toMatch(/NaN|undefined/);
  });

  test.each(toDownload)('$name shows its code, its size and how to get access', async (endpoint) => {
    const form = await openForm(endpoint);
    await form.getByText(/552 MB at 0\.25 degrees/).waitFor();
    await form.getByText(/needs an all-access key\. Request all access on the/).waitFor();
    await form.getByText(/^GET .*\/FULL/).waitFor();
    expect(await form.getByRole('button', { name: 'Send' }).count()).toBe(0);
  });
});
