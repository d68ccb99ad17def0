import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { PlatformCode } from '../contract.ts';
import { badRequest, refused } from '../errors.ts';

/** Accepts JSON bodies in valid UTF-8 and no other type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(badRequest('The request could not be read. Is the body in UTF-8?'));
    parseJson(request, body.toString(), done);
  });
}

/** Makes routes that need no body accept one of any type and size, and not read it. */
export function ignoreBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify would reject a malformed content type before it chooses a parser.
    delete request.headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
}

/** Parses a body at the edge, so that the code behind it can trust its shape. Unknown fields are dropped. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'The body';
  const problem = issue?.code === 'too_big' ? 'is too long' : 'is missing or has the wrong type';
  throw refused<PlatformCode>('bad-field', `${field} ${problem}`);
}
