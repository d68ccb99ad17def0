import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as urls from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const { apiCatalog, mcpServerCard, oldMcpServerCard, securityTxt, skillIndex } = urls;

/** Every address that a program reads without a key. A new address is one of them unless it is named here. */
const notForPrograms: string[] = [
  urls.assetsBase,
  urls.api,
  urls.fleet,
  urls.defaultFlight,
  urls.modelProfile,
  urls.gatewayVerify,
  urls.mcpServer,
  urls.health,
  urls.ready,
  urls.devMail,
];
const forPrograms = Object.values(urls).filter(
  (address): address is string => typeof address === 'string' && !notForPrograms.includes(address),
);

describe.skipIf(engineMissing)('a program that looks around', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://teapot.example' });
  });
  afterAll(() => portal.close());

  const get = (url: string, accept?: string) =>
    portal.server.inject({ url, headers: accept ? { accept } : {} });

  test('finds every API and its description in the catalogue', async () => {
    const answer = await get(apiCatalog);
    expect(answer.headers['content-type']).toContain('application/linkset+json');
    const { linkset } = answer.json();
    expect(linkset.map(({ anchor }: { anchor: string }) => anchor)).toContain(
      'https://teapot.example/api/v1',
    );
    for (const { 'service-desc': described, 'service-doc': documents } of linkset)
      for (const { href } of [...described, ...documents]) {
        const path = href.replace('https://teapot.example', '');
        expect((await get(path, '*/*')).statusCode, path).toBe(200);
      }
  });

  test('finds the MCP server, and what it needs, in its card', async () => {
    const answer = await get(mcpServerCard);
    expect(mcpServerCard).toBe('/mcp/server-card');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/mcp-server-card+json',
    ]);
    const card = answer.json();
    expect(card.remotes).toMatchObject([
      { type: 'streamable-http', url: 'https://teapot.example/mcp', headers: [{ name: 'Authorization' }] },
    ]);
    expect(card.name).toMatch(/^example\.teapot\/[a-z0-9-]+$/);
    for (const { src, mimeType } of card.icons) {
      const icon = await get(src.replace('https://teapot.example', ''));
      expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, mimeType]);
    }
    expect(card.icons.map(({ mimeType }: { mimeType: string }) => mimeType)).toContain('image/png');
  });

  test('is sent from the old address of the card to the new one', async () => {
    const { statusCode, headers } = await get(oldMcpServerCard);
    expect([statusCode, headers.location]).toEqual([308, 'https://teapot.example/mcp/server-card']);
  });

  test.each([
    ...forPrograms,
    urls.skillAddress('ask-weather-well'),
    urls.dataFile('endpoints', 'teapots.yaml'),
    '/docs/teapots.md',
  ])('may be a page of any origin: %s', async (path) => {
    const { statusCode, headers } = await get(path);
    expect(statusCode).toBe(path === oldMcpServerCard ? 308 : 200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('may not be a page of any origin where there are visitors and sessions', async () => {
    for (const path of ['/docs/teapots', urls.calls.authStatus, urls.health])
      expect((await get(path, 'text/html')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('finds skills whose digests are those of their texts', async () => {
    const { skills } = (await get(skillIndex)).json();
    expect(skills.length).toBeGreaterThan(0);
    for (const { name, url, digest, description } of skills) {
      const { body, headers } = await get(url);
      expect(headers['content-type']).toContain('text/markdown');
      expect(digest).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`);
      expect(body.startsWith(`---\nname: ${name}\ndescription: ${description}\n---\n`)).toBe(true);
    }
  });

  test('finds the security contact, valid for less than a year', async () => {
    const { body } = await get(securityTxt);
    expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)![1]!);
    const days = (expires - portal.clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  });

  test('reads the landing page, the keys page and what is missing as Markdown', async () => {
    for (const [url, status] of [
      ['/', 200],
      ['/docs/api-keys', 200],
      ['/docs/account', 200],
      ['/nowhere', 404],
    ] as const) {
      const answer = await get(url, 'text/markdown');
      expect([url, answer.statusCode]).toEqual([url, status]);
      expect(answer.headers['content-type']).toContain('text/markdown');
      expect(answer.body).toMatch(/^# /);
      expect(answer.body).toContain('https://teapot.example/');
    }
    expect((await get('/index.md')).body).toBe((await get('/llms.txt')).body);
  });

  test('is led from a page of the documentation to the list of all', async () => {
    const page = await get('/docs/teapots.md');
    expect(page.body).toContain('All pages: https://teapot.example/llms.txt · Updated 31 Jan 2026\n');
    expect(page.headers.link).toContain('</llms.txt>; rel="describedby"');
    expect(page.headers.link).toContain('</.well-known/api-catalog>; rel="api-catalog"');
    const html = await get('/docs/teapots', 'text/html');
    expect(html.headers.link).toContain('</docs/teapots.md>; rel="alternate"; type="text/markdown"');
    expect(html.body).toMatch(
      /<body>\n<p [^>]+>Machine-readable version: \/docs\/teapots\.md\. All documentation pages: \/llms\.txt/,
    );
  });
});
