import { api, gatewayVerify, mcpServer, oauth } from '../../src/urls.ts';
import type { TestPortal } from './portal.ts';

/** Routes that need a key are not opened by the cookie. */
const byKey = [api, gatewayVerify, mcpServer];
/** Apps send these, without a cookie. */
const byApp = [oauth.token, oauth.revoke, oauth.register];

/** Lists every route with one of these methods that uses the cookie, as `POST /users/sign_in`. */
export const portalRoutes = (portal: TestPortal, methods: string[]) =>
  routesOf(portal, methods).filter(
    (route) => ![...byKey, ...byApp].some((prefix) => route.split(' ')[1]!.startsWith(prefix)),
  );

/** The list comes from the server's route table, so a new route cannot be forgotten. */
export function routesOf(portal: TestPortal, methods: string[]): string[] {
  /** Parent paths by depth. */
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
