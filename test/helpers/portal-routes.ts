import { api, gatewayVerify, mcpServer } from '../../src/urls.ts';
import type { TestPortal } from './portal.ts';

/** What a key opens is not the cookie's. */
const byKey = [api, gatewayVerify, mcpServer];

/** Every address that answers to one of these methods for the person the cookie names, as `POST /users/sign_in`. */
export const portalRoutes = (portal: TestPortal, methods: string[]) =>
  routesOf(portal, methods).filter(
    (route) => !byKey.some((prefix) => route.split(' ')[1]!.startsWith(prefix)),
  );

/** Read from the server's own table of routes, so that a new one cannot be forgotten. */
export function routesOf(portal: TestPortal, methods: string[]): string[] {
  /** The path that each line stands below, by its depth. */
  const above: string[] = [];
  return portal.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', names = ''] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
      const depth = indent.length / 4;
      const url = (above[depth - 1] ?? '') + path;
      above[depth] = url;
      return names.split(', ').flatMap((name) => (methods.includes(name) ? [`${name} ${url}`] : []));
    })
    .sort();
}
