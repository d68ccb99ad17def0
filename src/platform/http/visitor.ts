import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { areSameLocalPortal } from '../config.ts';
import { staleCsrfToken } from '../errors.ts';
import { randomSecret, type Secrets, sha256 } from '../secrets.ts';
import { acceptJsonOnly } from './request-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The value of the cookie that the browser has, or gets with this response. */
    visitorId: string;
  }
}

export const csrfTokenLength = 95;
const cookieAgeSeconds = 90 * 24 * 3600;

/** Every browser has a random cookie. The CSRF token is a keyed hash of it, and a session row can belong to it. */
export class Visitors {
  readonly #secrets: Secrets;
  readonly #cookie: Cookie;
  readonly #publicOrigin: string;

  constructor({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
    this.#secrets = secrets;
    this.#publicOrigin = new URL(publicUrl).origin;
    this.#cookie = new Cookie({ name: 'visitor', ageSeconds: cookieAgeSeconds, publicUrl });
  }

  /** Sets `visitorId` on every request of this scope, and rejects bodies that a form of another site could send. */
  async mount(app: FastifyInstance): Promise<void> {
    acceptJsonOnly(app);
    app.decorateRequest('visitorId', '');
    app.addHook('onRequest', async (request, reply) => {
      const known = this.#cookie.find(request);
      if (known) request.visitorId = known;
      else this.renew(request, reply);
    });
    // A cache that stored such a response would give one visitor's cookie to another. Pages set their own rule.
    app.addHook('onSend', async (_request, reply) => {
      const isPrivate = String(reply.getHeader('Cache-Control')).startsWith('private');
      if (reply.hasHeader('Set-Cookie') && !isPrivate) reply.header('Cache-Control', 'private, no-store');
    });
  }

  /** Gives the browser a new cookie: at the first visit, and when someone signs in or out. */
  renew(request: FastifyRequest, reply: FastifyReply): void {
    request.visitorId = randomSecret();
    this.keep(request, reply);
  }

  keep(request: FastifyRequest, reply: FastifyReply): void {
    this.#cookie.set(reply, request.visitorId);
  }

  /** The token has a new mask each time, so that compressed responses share no secret bytes. */
  csrfToken(request: FastifyRequest): string {
    const [keyId, mac = ''] = this.#secrets.sign(csrfPurpose, request.visitorId).split('.');
    const bytes = Buffer.from(mac, 'base64url');
    const mask = randomBytes(maskBytes);
    return `${keyId}.${Buffer.concat([mask, xor(bytes, mask)]).toString('base64url')}`;
  }

  /** Protects every route that changes state: throws unless the request comes from a page of this portal. */
  requireCsrf(request: FastifyRequest): void {
    const reason = this.#findForgery(request);
    if (!reason) return;
    request.log.info({ reason }, 'request from another site or an old page');
    throw staleCsrfToken();
  }

  #findForgery(request: FastifyRequest): string | undefined {
    const { origin } = request.headers;
    if (isFromOtherSite(request)) return 'sec-fetch-site';
    if (origin !== undefined && !this.#isOwnOrigin(origin)) return 'origin';
    return this.#hasCsrfToken(request) ? undefined : 'token';
  }

  #isOwnOrigin(origin: string): boolean {
    if (origin === this.#publicOrigin) return true;
    return URL.canParse(origin) && areSameLocalPortal(origin, this.#publicOrigin);
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

/** Relies on what the browser reports. `none` means that a person typed the URL. */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** The stored form of a visitor's cookie: it recognises the cookie and cannot be used as one. */
export const visitorHash = (request: FastifyRequest) => sha256(request.visitorId);

const csrfPurpose = 'csrf';
const maskBytes = 32;

/** Both have the same length. */
const xor = (one: Buffer, other: Buffer) =>
  Buffer.from(one.map((byte, index) => byte ^ other.readUInt8(index)));

/** A cookie of 256 random bits that scripts cannot read and forms of other sites do not send. */
export class Cookie {
  readonly #name: string;
  readonly #pattern: RegExp;
  readonly #attributes: string;

  constructor({ name, ageSeconds, publicUrl }: { name: string; ageSeconds: number; publicUrl: string }) {
    const https = publicUrl.startsWith('https:');
    this.#name = https ? `__Host-${name}` : name;
    this.#pattern = new RegExp(`(?:^|; *)${this.#name}=([\\w-]{43})(?:;|$)`);
    this.#attributes = `Max-Age=${ageSeconds}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  }

  find(request: FastifyRequest): string | undefined {
    return this.#pattern.exec(request.headers.cookie ?? '')?.[1];
  }

  /** Replaces a value that was set earlier in the same response. */
  set(reply: FastifyReply, value: string): void {
    const given = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
    const others = given.filter((cookie) => !cookie.startsWith(`${this.#name}=`));
    reply.removeHeader('Set-Cookie');
    for (const cookie of [...others, `${this.#name}=${value}; ${this.#attributes}`])
      reply.header('Set-Cookie', cookie);
  }
}

/** What these routes answer is about one visitor, so no cache may keep it. */
export function neverStore(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
}
