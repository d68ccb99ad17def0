import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '../config.ts';
import { outOfDate } from '../errors.ts';
import { drawBytes, randomSecret, type Secrets, sha256 } from '../secrets.ts';
import { takeJsonOnly } from './request-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The cookie's value; the browser has it, or gets it with this answer. */
    visitorId: string;
  }
}

export const csrfTokenLength = 95;
const cookieAgeSeconds = 90 * 24 * 3600;

/** Everyone has a random cookie; the CSRF token is a keyed hash of it. A session row may stand behind it. */
export class Visitors {
  readonly #secrets: Secrets;
  readonly #cookie: Cookie;
  readonly #publicOrigin: string;

  constructor(options: { secrets: Secrets; publicUrl: string }) {
    this.#secrets = options.secrets;
    this.#publicOrigin = new URL(options.publicUrl).origin;
    const { publicUrl } = options;
    this.#cookie = new Cookie({ name: 'visitor', ageSeconds: cookieAgeSeconds, publicUrl });
  }

  /** Gives every request of this scope its visitor, and takes no body that another site's form could send. */
  async mount(app: FastifyInstance): Promise<void> {
    takeJsonOnly(app);
    app.decorateRequest('visitorId', '');
    app.addHook('onRequest', async (request, reply) => {
      const known = this.#cookie.find(request);
      if (known) request.visitorId = known;
      else this.renew(request, reply);
    });
    // A cache that kept such an answer would hand one visitor's cookie to another. Pages have a rule of their own.
    app.addHook('onSend', async (_request, reply) => {
      const isPrivate = String(reply.getHeader('Cache-Control')).startsWith('private');
      if (reply.hasHeader('Set-Cookie') && !isPrivate) reply.header('Cache-Control', 'private, no-store');
    });
  }

  /** A new identity for this browser: at the first visit, and whenever who it is changes. */
  renew(request: FastifyRequest, reply: FastifyReply): void {
    request.visitorId = randomSecret();
    this.keep(request, reply);
  }

  keep(request: FastifyRequest, reply: FastifyReply): void {
    this.#cookie.set(reply, request.visitorId);
  }

  /** Masked anew each time, so that compressed answers of the same page share no secret bytes. */
  csrfToken(request: FastifyRequest): string {
    const [keyId, mac] = this.#secrets.sign(csrfPurpose, request.visitorId).split('.') as [string, string];
    const bytes = Buffer.from(mac, 'base64url');
    const mask = drawBytes(maskBytes);
    return `${keyId}.${Buffer.concat([mask, xor(bytes, mask)]).toString('base64url')}`;
  }

  /** The guard of every state-changing route: throws unless the request comes from a page of ours. */
  requireCsrf(request: FastifyRequest): void {
    const reason = this.#foreign(request) ?? (this.#hasCsrfToken(request) ? undefined : 'token');
    if (!reason) return;
    request.log.info({ reason }, 'not from a page of ours');
    throw outOfDate();
  }

  #foreign(request: FastifyRequest): string | undefined {
    if (isFromOtherSite(request)) return 'sec-fetch-site';
    const { origin } = request.headers;
    return origin === undefined || this.#isOwnOrigin(origin) ? undefined : 'origin';
  }

  /** On one's own machine `localhost` and `127.0.0.1` are both the portal. */
  #isOwnOrigin(origin: string): boolean {
    if (origin === this.#publicOrigin) return true;
    if (!URL.canParse(origin)) return false;
    return (
      isLoopbackUrl(this.#publicOrigin) &&
      isLoopbackUrl(origin) &&
      new URL(origin).port === new URL(this.#publicOrigin).port
    );
  }

  #hasCsrfToken(request: FastifyRequest): boolean {
    const header = request.headers['x-csrf-token'];
    const field = (request.body as { authenticity_token?: unknown } | undefined)?.authenticity_token;
    const csrfToken = typeof header === 'string' ? header : typeof field === 'string' ? field : '';
    const [keyId, masked = ''] = csrfToken.split('.');
    const bytes = Buffer.from(masked, 'base64url');
    if (csrfToken.length !== csrfTokenLength || bytes.length !== 2 * maskBytes) return false;
    const mac = xor(bytes.subarray(maskBytes), bytes.subarray(0, maskBytes)).toString('base64url');
    return this.#secrets.isSigned(csrfPurpose, request.visitorId, `${keyId}.${mac}`);
  }
}

/** As far as the browser says; a person who typed the address is from nowhere. */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** What is kept of a visitor's cookie: enough to recognise it, nothing to use. */
export const visitorHash = (request: FastifyRequest) => sha256(request.visitorId);

const csrfPurpose = 'csrf';

const maskBytes = 32;

const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ other[index]!));

/** A cookie of 256 random bits, which scripts cannot read and other sites' forms do not carry. */
export class Cookie {
  readonly #name: string;
  readonly #pattern: RegExp;
  readonly #attributes: string;

  constructor(options: { name: string; ageSeconds: number; publicUrl: string }) {
    const https = options.publicUrl.startsWith('https:');
    this.#name = https ? `__Host-${options.name}` : options.name;
    this.#pattern = new RegExp(`(?:^|; *)${this.#name}=([\\w-]{43})(?:;|$)`);
    this.#attributes = `Max-Age=${options.ageSeconds}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  }

  find(request: FastifyRequest): string | undefined {
    return this.#pattern.exec(request.headers.cookie ?? '')?.[1];
  }

  /** In place of one that was given earlier in the same answer. */
  set(reply: FastifyReply, value: string): void {
    const given = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
    const others = given.filter((cookie) => !cookie.startsWith(`${this.#name}=`));
    reply.removeHeader('Set-Cookie');
    for (const cookie of [...others, `${this.#name}=${value}; ${this.#attributes}`])
      reply.header('Set-Cookie', cookie);
  }
}
