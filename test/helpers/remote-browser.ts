import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Browser } from './browser.ts';

/** A browser for a portal on a socket. The URL is read for each request, because the portal may change its port. */
export const browserAt = (url: () => string): Browser =>
  new Browser({ inject: (options) => overTheWire(url(), options) });

const patienceMs = 30_000;

/** Sends the request like `inject` and returns the parts of the response that a browser reads. */
export async function overTheWire(base: string, options: InjectOptions): Promise<LightMyRequestResponse> {
  const { method = 'GET', url, headers = {}, payload } = options;
  const isText = typeof payload === 'string';
  const answer = await fetch(base + url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers: { ...(payload && !isText ? { 'content-type': 'application/json' } : {}), ...asStrings(headers) },
    ...(payload ? { body: isText ? payload : JSON.stringify(payload) } : {}),
  });
  const body = await answer.text();
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body,
    json: () => JSON.parse(body),
    cookies: answer.headers.getSetCookie().map(parseCookie),
  } as LightMyRequestResponse;
}

const asStrings = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function parseCookie(line: string) {
  const [name = '', value = ''] = line.split(';')[0]!.split('=');
  return { name, value };
}
