import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DocumentHost, startDocumentHost } from '../../test/helpers/document-host.ts';
import { ClientDocuments, internet } from './client-documents.ts';

const url = 'https://app.example/client.json';
const document = {
  client_id: url,
  client_name: 'Teapot',
  redirect_uris: ['https://app.example/callback'],
  token_endpoint_auth_method: 'none',
};
const client = {
  id: url,
  name: 'Teapot',
  domain: 'app.example',
  redirectUris: ['https://app.example/callback'],
};

let host: DocumentHost;
let clock: number;
let reasons: string[];
let documents: ClientDocuments;
beforeAll(async () => {
  host = await startDocumentHost();
});
afterAll(() => host.close());
beforeEach(() => {
  clock = 0;
  reasons = [];
  const log = pino({}, { write: (line: string) => reasons.push(JSON.parse(line).reason) });
  documents = new ClientDocuments({
    publicUrl: 'https://portal.example',
    log,
    now: () => clock,
    network: host,
    maxMs: 1000,
  });
  host.requests.length = 0;
  host.connections.length = 0;
  host.point('app.example', ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']);
  host.serve(url, document);
});

const read = (clientId = url) => documents.fetch(documents.parseUrl(clientId)!);

test('a document is read over TLS from the addresses that were checked', async () => {
  expect(await read()).toEqual({ client, freshMs: 3600_000 });
  expect(host.connections).toEqual([['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']]);
});

test.each([
  ['http://app.example/client.json'],
  ['https://app.example'],
  ['https://app.example/'],
  ['https://app.example/client.json#x'],
  ['https://user@app.example/client.json'],
  ['https://app.example:8443/client.json'],
  ['https://app.example/a/../client.json'],
  ['https://App.example/client.json'],
  ['https://app.example./client.json'],
  ['https://localhost/client.json'],
  ['https://portal.example/client.json'],
  ['https://127.0.0.1/client.json'],
  ['https://[::1]/client.json'],
  ['https://[::ffff:10.0.0.1]/client.json'],
  ['https://2130706433/client.json'],
  ['https://0x7f000001/client.json'],
  ['https://0177.0.0.1/client.json'],
  ['https://127.1/client.json'],
  ['https://8.8.8.8/client.json'],
  [`https://app.example/${'x'.repeat(500)}`],
  ['app_1234'],
])('%s is no document that is fetched', (clientId) => {
  expect(documents.parseUrl(clientId)).toBeUndefined();
});

test.each([
  ['0.0.0.0'],
  ['10.1.2.3'],
  ['100.64.0.1'],
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['172.31.255.255'],
  ['192.0.0.170'],
  ['192.168.1.1'],
  ['198.18.0.1'],
  ['203.0.113.7'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['::ffff:10.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::a00:1'],
  ['2001::1'],
  ['2001:db8::1'],
  ['2002:a00:1::'],
  ['fc00::1'],
  ['fd12:3456::1'],
  ['fe80::1'],
  ['fec0::1'],
  ['ff02::1'],
  ['not an address'],
])('a name that leads to %s is not connected to, even if another address is public', async (address) => {
  for (const addresses of [[address], ['93.184.215.14', address]]) {
    host.point('app.example', addresses);
    clock += 120_000;
    expect(await read()).toBeUndefined();
  }
  expect(host.connections).toEqual([]);
  expect(reasons[0]).toBe('The host has an address that is not public');
});

test('what a name means is asked once, so that it cannot change between check and connection', async () => {
  const [socket] = [internet.connect('app.example', ['127.0.0.1'])];
  const [error] = await once(socket, 'error', { signal: AbortSignal.timeout(5000) }).catch((failure) => [
    failure,
  ]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 443 });
});

describe('a document is refused', () => {
  const answer =
    (status: number, headers: Record<string, string>, body: string | Buffer): RequestListener =>
    (_request, response) =>
      response.writeHead(status, headers).end(body);
  const json = { 'content-type': 'application/json' };
  const text = JSON.stringify(document);

  test.each<[string, RequestListener | object]>([
    ['that redirects', answer(302, { location: 'http://169.254.169.254/' }, '')],
    ['with another status', answer(203, json, text)],
    ['that is HTML', answer(200, { 'content-type': 'text/html' }, text)],
    ['that is not JSON', answer(200, json, '{')],
    ['that is null', answer(200, json, 'null')],
    ['that is too long', { ...document, padding: 'x'.repeat(5 * 1024) }],
    ['that is compressed', answer(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(text))],
    ['of another client ID', { ...document, client_id: `${url}x` }],
    ['of no client ID', { ...document, client_id: undefined }],
    ['without a name', { ...document, client_name: ' ' }],
    ['without redirect URIs', { ...document, redirect_uris: undefined }],
    ['with unusable redirect URIs', { ...document, redirect_uris: ['cursor://x/y', 'http://app.example/'] }],
    ['of an app that needs a secret', { ...document, token_endpoint_auth_method: 'private_key_jwt' }],
  ])('%s', async (_, given) => {
    host.serve(url, given);
    expect(await read()).toBeUndefined();
    expect(host.requests).toEqual([url]);
    expect(reasons).toHaveLength(1);
  });

  test('that never ends, as soon as it is too long', async () => {
    let sent = 0;
    host.serve(url, (_request, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => {
        sent += 100;
        response.write(' '.repeat(100));
      }, 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await read()).toBeUndefined();
    expect(sent).toBeLessThan(100_000);
  });

  test('that drips, when its time is over', async () => {
    host.serve(url, (_request, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(timer));
    });
    const start = performance.now();
    expect(await read()).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(4000);
  });

  test('from a server without a certificate for the name', async () => {
    expect(await read('https://unnamed.example/client.json')).toBeUndefined();
    expect(host.requests).toEqual([]);
  });

  test('and not asked for again within a minute', async () => {
    host.serve(url, answer(403, {}, ''));
    await read();
    await read();
    expect(host.requests).toHaveLength(1);
    clock += 61_000;
    host.serve(url, document);
    expect(await read()).toMatchObject({ client });
  });
});

test('many requests for one document fetch it once, and eight fetches at most run at once', async () => {
  const waiting: (() => void)[] = [];
  const slow: RequestListener = (_request, response) =>
    void waiting.push(() => response.writeHead(500).end());
  const slowUrl = (index: number) => `https://app.example/slow-${index}`;
  for (let index = 0; index < 9; index++) host.serve(slowUrl(index), slow);
  const same = [read(slowUrl(0)), read(slowUrl(0))];
  const others = Array.from({ length: 7 }, (_, index) => read(slowUrl(index + 1)));
  await expect(read(slowUrl(8))).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => waiting.length).toBe(8);
  for (const finish of waiting) finish();
  await Promise.all([...same, ...others]);
  expect(host.requests).toHaveLength(8);
});

test.each([
  ['max-age=7200', 7200],
  ['public, max-age=99999999', 24 * 3600],
  ['max-age=1', 300],
  ['no-store', 300],
  ['', 3600],
])('a document with "%s" is fresh for %i seconds', async (header, seconds) => {
  host.serve(url, document, { 'cache-control': header });
  expect((await read())?.freshMs).toBe(seconds * 1000);
});

/** What these apps publish, as far as it is known: real documents may have more fields. */
describe('the documents of known apps', () => {
  test.each([
    {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    {
      client_id: 'https://chatgpt.com/oauth/client.json',
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    {
      client_id: 'https://vscode.dev/oauth/client-metadata.json',
      client_name: 'Visual Studio Code',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      token_endpoint_auth_method: 'none',
    },
  ])('$client_id', async (published) => {
    host.serve(published.client_id, published);
    const { hostname } = new URL(published.client_id);
    expect((await read(published.client_id))?.client).toMatchObject({
      domain: hostname,
      redirectUris: published.redirect_uris,
    });
    // Its keys are not fetched: the app can do without.
    expect(host.requests).toEqual([published.client_id]);
  });
});
