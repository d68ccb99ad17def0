import type { FastifyInstance } from 'fastify';
import { sendFile } from '../../platform/http/served-file.ts';
import { fleet } from '../../urls.ts';
import type { FleetFeed } from './fleet-feed.ts';

/** Public: what the pages show to everyone. */
export function fleetRoutes(app: FastifyInstance, feed: FleetFeed): void {
  app.get(fleet, async (request, reply) => {
    reply.header('X-Synthetic', 'true');
    return sendFile(request, reply, (await feed.read()).file);
  });
}
