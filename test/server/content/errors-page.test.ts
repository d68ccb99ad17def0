import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Guide } from '../../../src/content/contract.ts';
import { root } from '../../../src/platform/root.ts';
import { calls, openApi } from '../../../src/urls.ts';
import { signUpForm, verifiedBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, operatorOf, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const { steps = [] } = parse(readFileSync(join(root, 'content/guides/errors.yaml'), 'utf8')) as Guide;
const bodyOf = (status: number) =>
  JSON.parse(steps.find((step) => step.status === status)!.code_examples![0]!.text!);

describe.skipIf(engineMissing)('the page about errors', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test('shows the body of 429 as it is sent, and 201 and 401 are answers of the portal', async () => {
    const browser = await verifiedBrowser(portal, 'reader@teapot.example');
    expect((await browser.get(calls.apiTokens)).statusCode).toBe(401);
    await browser.post(calls.signUp, signUpForm('reader@teapot.example'));
    const key = await createKey(browser);
    await operatorOf(portal).limit(key.external_id, '1');
    const ask = () =>
      portal.server.inject({
        url: `${freePath}?coordinates=1,1&max_forecast_hour=0`,
        headers: { authorization: withSecret(key) },
      });
    expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(bodyOf(429)).toEqual(JSON.parse(refused.body.replace('make 1 an hour', 'make 1000 an hour')));
  });

  test('says which files answer 304', async () => {
    const first = await portal.server.inject(openApi);
    const again = await portal.server.inject({
      url: openApi,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
