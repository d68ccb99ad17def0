import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, dataFile, health, pages, ready } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('security headers', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal({
      FORECASTS_API_URL: 'https://forecasts.example/api/v1',
      DATA_API_URL: 'https://data.example/api/v1',
      MCP_URL: 'https://mcp.example',
    });
  });
  afterAll(() => portal.close());

  const html = { accept: 'text/html' };
  const kinds: [string, number, () => Promise<{ statusCode: number; headers: Record<string, unknown> }>][] = [
    ['a page', 200, () => portal.browser().get(pages.docs, html)],
    ['an unchanged page', 304, () => portal.browser().get(pages.docs, { 'if-none-match': '*' })],
    ['a missing page', 404, () => portal.browser().get('/nothing', html)],
    ['a missing call', 404, () => portal.browser().get('/nothing')],
    ['a redirect', 308, () => portal.browser().get('/docs/')],
    ['a sign-out', 302, () => portal.browser().get(calls.signOut)],
    ['a call', 200, () => portal.browser().get(calls.authStatus)],
    ['a refused call', 403, () => portal.browser().post(calls.forgotPassword, {})],
    ['a refused sign-in', 403, () => portal.browser().signIn('a@b.cd', 'x')],
    ['a wrong sign-in', 401, async () => (await openBrowser(portal)).signIn('a@b.cd', 'x')],
    [
      'an unreadable body',
      400,
      () =>
        portal.browser().send({
          method: 'POST',
          url: calls.signUp,
          payload: '{',
          headers: { 'content-type': 'application/json' },
        }),
    ],
    ['a data file', 200, () => portal.browser().get(dataFile('guides', 'brewing.yaml'))],
    ['a missing data file', 404, () => portal.browser().get(dataFile('guides', 'nothing.yaml'), html)],
    ['health', 200, () => portal.browser().get(health)],
    ['readiness', 200, () => portal.browser().get(ready)],
    [
      'the outbox',
      200,
      () => portal.server.inject({ url: portal.mailboxLink!, headers: { host: 'localhost:3000' } }),
    ],
  ];

  test.each(kinds)('are on %s (%i)', async (_, status, ask) => {
    const { statusCode, headers } = await ask();
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('allow scripts of this site and the inline script by its hash', async () => {
    const { headers, body } = await portal.browser().get(pages.docs);
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ', 1)[0], part.split(' ').slice(1)]),
    );
    const inline = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]!);
    expect(inline).toHaveLength(1);
    const hash = createHash('sha256').update(inline[0]!).digest('base64');
    expect(policy['script-src']).toEqual(["'self'", `'sha256-${hash}'`]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'default-src'])
      expect(policy[name]).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual(["'self'"]);
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://data.example',
      'https://forecasts.example',
      'https://mcp.example',
    ]);
  });

  test('no page has an inline script, handler or frame that the policy forbids', async () => {
    for (const path of [pages.landing, pages.docs, pages.resetPassword, '/nothing']) {
      const { body } = await portal.browser().get(path, html);
      expect(body).not.toMatch(/\son\w+=|javascript:|<iframe|<object|<embed|<base/i);
    }
  });

  test('the page with a reset token sends no referrer', async () => {
    const { headers } = await portal
      .browser()
      .get(`${pages.resetPassword}?reset_password_token=secret`, html);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('personal responses are not cached', async () => {
    const browser = await openBrowser(portal);
    const answers = [
      await browser.get(calls.authStatus),
      await browser.post(calls.forgotPassword, { email: 'a@b.cd' }),
      await browser.post(calls.sendVerificationCode, { email: 'a@b.cd' }),
      await browser.post(calls.verifyCode, {}),
      await browser.post(calls.signUp, {}),
      await browser.put(calls.password, {}),
      await browser.signIn('a@b.cd', 'x'),
      await browser.get(calls.signOut),
      await browser.get(calls.apiTokens),
    ];
    for (const { headers } of answers) expect(headers['cache-control']).toMatch(/^(private, )?no-store$/);
  });

  test('HSTS is sent only with https', async () => {
    expect((await portal.browser().get(pages.docs)).headers).not.toHaveProperty('strict-transport-security');
    const secure = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const { headers } = await secure.browser().get(pages.docs);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    await secure.close();
  });
});
