import type { SignedInRoutes } from '../accounts/signed-in-routes.ts';
import { recordEvent } from '../platform/log.ts';
import { relative } from '../urls.ts';
import type { Connections } from './connections.ts';
import type { ConnectionsAnswer } from './contract.ts';

/** The connected apps of the account page. Disconnecting protects an account, so it has no limit. */
export function connectionRoutes(
  routes: SignedInRoutes,
  { connections, address }: { connections: Connections; address: string | null },
): void {
  routes.get(
    relative.connections,
    async ({ user }): Promise<ConnectionsAnswer> => ({
      connections: await connections.list(user.id),
      address,
    }),
  );

  routes.delete(relative.connection, { limit: 'none' }, async ({ user, id, request }) => {
    await connections.disconnect(user.id, id);
    recordEvent(request, { event: 'connection-ended', outcome: 'ok', actor: user.id, target: id });
    return { success: true };
  });
}
