import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basicAuth, type FetchOptions, fetchApi } from './fetch-api.ts';

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const grid = { 'Content-Type': 'application/x-netcdf' };

/** This server gives the unusual responses that an API host may give. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/digits': (response) =>
    response
      .writeHead(200, {
        ...json,
        'X-RateLimit-Limit': '300',
        'X-RateLimit-Remaining': '7',
        'X-RateLimit-Reset': '1700000000',
      })
      .end('{"a":-64.0,"b":1731600000000000001}'),
  '/refused': (response) => response.writeHead(429, { ...json, 'Retry-After': '60' }).end('{"error":"no"}'),
  '/grid': (response) => response.writeHead(200, grid).end(Buffer.from([0x43, 0x44, 0x46, 1, 0xff])),
  '/elsewhere': (response) => response.writeHead(302, { Location: '/digits' }).end(),
  '/told-large': (response) =>
    response.writeHead(200, { ...json, 'Content-Length': '2000001' }).flushHeaders(),
  '/endless': (response) => {
    response.writeHead(200, json);
    const more = () => response.write(Buffer.alloc(65_536, ' '), (error) => error || setImmediate(more));
    more();
  },
  '/silent': (response) => response.writeHead(200, json).flushHeaders(),
};

describe('an API call from the browser', () => {
  let server: Server;
  let base: string;
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  beforeAll(async () => {
    server = createServer(({ url = '', headers }, response) => {
      seen.push({ url, headers });
      answers[url]?.(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (path: string, options?: FetchOptions) =>
    fetchApi(base + path, basicAuth('wbc_ada', 'secret'), options);
  const codeOf = async (path: string, options?: FetchOptions) => {
    const outcome = await ask(path, options);
    return outcome.ok ? outcome.value.status : outcome.code;
  };

  test('returns the exact text and the quota', async () => {
    const outcome = await ask('/digits');
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        status: 200,
        body: '{"a":-64.0,"b":1731600000000000001}',
        bytes: 35,
        quota: { limit: 300, remaining: 7, resetAtMs: 1_700_000_000_000 },
        retryAtMs: undefined,
      },
    });
  });

  test('sends credentials and no cookies of the portal', async () => {
    await ask('/digits');
    const { headers } = seen.at(-1)!;
    expect(Buffer.from(headers.authorization!.slice('Basic '.length), 'base64').toString()).toBe(
      'wbc_ada:secret',
    );
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
  });

  test('returns error responses with the time to retry', async () => {
    const outcome = await ask('/refused');
    expect(outcome).toMatchObject({
      ok: true,
      value: { status: 429, body: '{"error":"no"}', quota: undefined },
    });
    expect(outcome.ok && outcome.value.retryAtMs).toBeGreaterThan(Date.now());
  });

  test('returns files as bytes', async () => {
    const outcome = await ask('/grid');
    expect(outcome.ok && new Uint8Array(outcome.value.body as ArrayBuffer)).toEqual(
      Uint8Array.of(0x43, 0x44, 0x46, 1, 0xff),
    );
  });

  test('does not follow redirects', async () => {
    const asked = seen.length;
    expect(await codeOf('/elsewhere')).toBe('redirected');
    expect(seen.slice(asked).map(({ url }) => url)).toEqual(['/elsewhere']);
  });

  test('stops reading a response that is too large, with or without Content-Length', async () => {
    expect(await codeOf('/told-large')).toBe('too-large');
    const counted: number[] = [];
    expect(await codeOf('/endless', { maxBytes: 200_000, onBytes: (bytes) => counted.push(bytes) })).toBe(
      'too-large',
    );
    expect(Math.max(...counted)).toBeLessThanOrEqual(200_000);
    expect(counted).toEqual(counted.toSorted((one, other) => one - other));
  });

  test('can be aborted before and during the response', async () => {
    expect(await codeOf('/digits', { signal: AbortSignal.abort() })).toBe('aborted');
    const stop = new AbortController();
    const outcome = codeOf('/endless', { signal: stop.signal, onBytes: () => stop.abort() });
    expect(await outcome).toBe('aborted');
  });

  test('times out', async () => {
    expect(await ask('/silent', { timeoutMs: 50 })).toMatchObject({
      code: 'too-slow',
      message: "The API isn't available (no answer within 0.05 seconds). Try again, or request less.",
    });
  });

  test('reports an unreachable host', async () => {
    const outcome = await fetchApi('http://127.0.0.1:1/', basicAuth('a', 'b'));
    expect(outcome).toMatchObject({ ok: false, status: 0, code: 'not-reached' });
    expect(outcome.ok || outcome.message).toContain(
      "The API isn't available (no connection to 127.0.0.1:1).",
    );
  });
});
