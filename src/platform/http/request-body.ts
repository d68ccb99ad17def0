import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { PlatformCode } from '../contract.ts';
import { badRequest, refused } from '../errors.ts';

/** No other type of body, and no byte of it guessed. */
export function takeJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(badRequest('The request could not be read. Is the body in UTF-8?'));
    parseJson(request, body.toString(), done);
  });
}

/** Parsed at the edge: what comes out can be trusted to have its shape. Unknown fields are dropped. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { path, code } = parsed.error.issues[0]!;
  const field = path.join('.') || 'The body';
  throw refused<PlatformCode>(
    'bad-field',
    code === 'too_big' ? `${field} is too long` : `${field} is missing or not of the right kind`,
  );
}

/** For addresses that need no body: one may come, of any type and size, and nobody looks at it. */
export function ignoreBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // One that makes no sense would be refused before any parser is asked.
    delete request.headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
}
