import type { FastifyInstance } from 'fastify';
import { type Db, isDatabaseReady } from '../database.ts';

/** `health`: the process is up. `ready`: it can do its work. */
export function healthRoutes(app: FastifyInstance, options: { db: Db; health: string; ready: string }): void {
  app.get(options.health, { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'up' };
  });
  app.get(options.ready, { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const ready = await isDatabaseReady(options.db);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unavailable' });
  });
}
