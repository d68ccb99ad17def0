import type { FastifyInstance } from 'fastify';

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
