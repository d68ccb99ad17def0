import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { Logger } from 'pino';
import { unavailable } from '../platform/errors.ts';
import { LruCache } from '../platform/lru-cache.ts';
import { hourMs, minuteMs } from '../time.ts';
import { readClientMetadata } from './client-metadata.ts';
import type { OAuthClient } from './contract.ts';
import { isPublicAddress } from './public-addresses.ts';

/** The limits of the draft that defines these documents. */
const maxBytes = 5 * 1024;
const maxUrlLength = 500;
const defaultMaxMs = 5000;
/** Fetches at the same time. Each ends after some seconds. */
const maxRunning = 8;
const failureKeptMs = minuteMs;
const maxFailures = 500;
/** Bounds of what a document says about its own lifetime. */
const minFreshMs = 5 * minuteMs;
const maxFreshMs = 24 * hourMs;
const defaultFreshMs = hourMs;

/** Resolves and connects to the host of a document. Tests replace it, because their documents are on this machine. */
export interface DocumentNetwork {
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** Connects to one of the addresses, and checks that the server has a certificate for the name. */
  connect(hostname: string, addresses: string[]): Duplex;
}

interface FetchedClient {
  client: OAuthClient;
  freshMs: number;
}

interface DocumentsOptions {
  publicUrl: string;
  log: Logger;
  now: () => number;
  network?: DocumentNetwork | undefined;
  /** How long a fetch may take. */
  maxMs?: number;
}

/**
 * Reads what an app says about itself at the URL that is its client ID. Anybody can name any URL, so nothing inside the
 * operator's network may be reached: every address of the name must be public, and the connection goes to these
 * addresses, not to what the name means a moment later.
 */
export class ClientDocuments {
  readonly #options: DocumentsOptions;
  readonly #ownHostname: string;
  readonly #network: DocumentNetwork;
  readonly #running = new Map<string, Promise<FetchedClient | undefined>>();
  /** When each failed fetch may be tried again. */
  readonly #failures = new LruCache<string, number>(maxFailures);

  constructor(options: DocumentsOptions) {
    this.#options = options;
    this.#ownHostname = new URL(options.publicUrl).hostname;
    this.#network = options.network ?? internet;
  }

  /** The URL of a document, if the client ID is one that can be fetched. */
  parseUrl(clientId: string): URL | undefined {
    const url = clientId.length <= maxUrlLength ? URL.parse(clientId) : null;
    // Another spelling of the URL would be another client ID.
    if (url?.href !== clientId || url.protocol !== 'https:' || url.port || url.pathname === '/')
      return undefined;
    if (url.username || url.password || clientId.includes('#')) return undefined;
    const { hostname } = url;
    const isName = isIP(hostname) === 0 && /^[^[.]+(\.[^.]+)+$/.test(hostname);
    return isName && hostname !== this.#ownHostname ? url : undefined;
  }

  /** One fetch for each URL at a time. Undefined if the document cannot be used; the log has the reason. */
  async fetch(url: URL): Promise<FetchedClient | undefined> {
    const { now } = this.#options;
    if ((this.#failures.get(url.href) ?? 0) > now()) return undefined;
    const running = this.#running.get(url.href);
    if (running) return running;
    if (this.#running.size >= maxRunning) throw unavailable();
    const fetched = this.#tryFetch(url).finally(() => this.#running.delete(url.href));
    this.#running.set(url.href, fetched);
    return fetched;
  }

  async #tryFetch(url: URL): Promise<FetchedClient | undefined> {
    const { log, now } = this.#options;
    try {
      return await this.#download(url);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.info({ host: url.hostname, reason: reason.slice(0, 200) }, 'client document not used');
      this.#failures.set(url.href, now() + failureKeptMs);
      return undefined;
    }
  }

  async #download(url: URL): Promise<FetchedClient> {
    const signal = AbortSignal.timeout(this.#options.maxMs ?? defaultMaxMs);
    const addresses = await this.#network.resolve(url.hostname, signal);
    if (addresses.length === 0) throw new Error('The host has no address');
    if (!addresses.every(isPublicAddress)) throw new Error('The host has an address that is not public');
    const response = await this.#open(url, addresses, signal);
    const {
      'content-type': type = '',
      'content-encoding': encoding,
      'cache-control': cacheControl,
    } = response.headers;
    try {
      if (response.statusCode !== 200) throw new Error(`The status is ${response.statusCode}`);
      if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) throw new Error('The content is not JSON');
      if (encoding !== undefined && encoding !== 'identity') throw new Error('The content is compressed');
      return { client: readDocument(url, await readText(response)), freshMs: freshMsOf(cacheControl) };
    } finally {
      response.destroy();
    }
  }

  async #open(url: URL, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> {
    const sent = request(url, {
      signal,
      // Otherwise the Host header would name port 80.
      defaultPort: 443,
      maxHeaderSize: 16 * 1024,
      headers: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
      createConnection: () => this.#network.connect(url.hostname, addresses),
    }).end();
    // An error after the headers arrived also ends the response, which reports it.
    sent.on('error', () => {});
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The document is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readDocument(url: URL, text: string): OAuthClient {
  const document: unknown = JSON.parse(text);
  const metadata = readClientMetadata(document);
  if (!metadata) throw new Error('The document has no list of redirect_uris');
  if ((document as { client_id?: unknown }).client_id !== url.href)
    throw new Error('The client_id in the document is not its URL');
  const { name, redirectUris, isPublic } = metadata;
  if (name === '') throw new Error('The document has no client_name');
  if (redirectUris.length === 0) throw new Error('The document has no redirect URI that can be used');
  if (!isPublic) throw new Error('The client requires a secret');
  return { id: url.href, name, domain: url.hostname, redirectUris };
}

function freshMsOf(cacheControl = ''): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return minFreshMs;
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? [];
  const freshMs = seconds === undefined ? defaultFreshMs : Number(seconds) * 1000;
  return Math.min(maxFreshMs, Math.max(minFreshMs, freshMs));
}

export const internet: DocumentNetwork = {
  // This resolver needs no thread. The system's resolver would share its threads with password hashing.
  async resolve(hostname, signal) {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  connect(hostname, addresses) {
    const known = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    const socket = { host: hostname, port: 443, lookup: answerWith(known), autoSelectFamily: true };
    return connect({ ...socket, servername: hostname });
  },
};

/** Node tries one address after the other until it is connected. */
const answerWith =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, _options, done) =>
    done(null, addresses);
