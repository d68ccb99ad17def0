import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

interface PublicAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface PublicRequest {
  method?: string;
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  body?: object | string;
}

/** A client in the network. Each request is a new connection by host name and over TLS. */
export class PublicClient {
  readonly #port: number;
  readonly #certificate: string;

  constructor(port: number, certificate: string) {
    this.#port = port;
    this.#certificate = certificate;
  }

  /** The path is sent as it is written. */
  ask(
    host: string,
    path: string,
    { method = 'GET', headers, body }: PublicRequest = {},
  ): Promise<PublicAnswer> {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const options = {
      host: '127.0.0.1',
      port: this.#port,
      servername: host,
      ca: this.#certificate,
      agent: false as const,
      method,
      path,
      headers: {
        host,
        ...(payload === undefined
          ? {}
          : {
              ...(typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
              'content-length': Buffer.byteLength(payload),
            }),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, async (answer) => {
        try {
          const text = Buffer.concat(await Array.fromAsync(answer)).toString();
          resolve({ status: answer.statusCode!, headers: answer.headers, body: text });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  /** For programs that call `fetch`, as libraries do. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { host, pathname, search } = new URL(url);
    const { method = 'GET', body } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    if (body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const answer = await this.ask(host, pathname + search, {
      method,
      headers,
      ...(body ? { body: String(body) } : {}),
    });
    const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers;
    const pairs = Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.body || null, { status: answer.status, headers: pairs });
  };

  /** Returns the parts of a response that a `Browser` reads. */
  async inject(host: string, options: InjectOptions): Promise<LightMyRequestResponse> {
    const { method = 'GET', url, headers = {}, payload } = options;
    const answer = await this.ask(host, String(url), {
      method,
      headers: headers as Record<string, string>,
      ...(payload === undefined ? {} : { body: payload as object }),
    });
    const cookies = (answer.headers['set-cookie'] ?? []).map((line) => {
      const [name, value] = line.split(';')[0]!.split('=');
      return { name, value };
    });
    const { status: statusCode, body } = answer;
    return {
      statusCode,
      headers: answer.headers,
      body,
      json: () => JSON.parse(body),
      cookies,
    } as LightMyRequestResponse;
  }

  /** Requires the status, and returns the response. */
  async expect(
    status: number,
    host: string,
    path: string,
    options: PublicRequest = {},
  ): Promise<PublicAnswer> {
    const answer = await this.ask(host, path, options).catch((error) => ({
      status: 0,
      headers: {},
      body: String(error),
    }));
    if (answer.status === status) return answer;
    throw new Error(
      `${options.method ?? 'GET'} ${host}${path}: ${answer.status} ${answer.body.slice(0, 200)}`,
    );
  }
}
