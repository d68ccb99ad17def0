import type { FastifyReply, FastifyRequest } from 'fastify';

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
