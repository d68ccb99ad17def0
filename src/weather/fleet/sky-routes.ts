import type { FastifyInstance } from 'fastify';
import { sendFile } from '../../platform/http/served-file.ts';
import { sky } from '../../urls.ts';
import type { SkyFeed } from './sky-feed.ts';

/** Public: what the pages show to everyone. */
export function skyRoutes(app: FastifyInstance, feed: SkyFeed): void {
  app.get(sky, async (request, reply) => {
    reply.header('X-Synthetic', 'true');
    return sendFile(request, reply, (await feed.read()).file);
  });
}
