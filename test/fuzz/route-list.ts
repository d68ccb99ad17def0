import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string;
  /** With `:name` and `*` where anything may stand. */
  path: string;
}

/** Every route of the app with every method, read from the tree that the router prints. */
export function routesOf(server: FastifyInstance): Route[] {
  const parents: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, text, methods] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
      if (indent === undefined || text === undefined || methods === undefined) return [];
      const depth = indent.length / 4;
      // Two names for one place stand side by side; the slash before a star is not printed.
      const part = text.replaceAll(/\|:\w+/g, '').replace(/^\*/, '/*');
      const path = (parents[depth - 1] ?? '') + part;
      parents.splice(depth, parents.length, path);
      return methods.split(', ').map((method) => ({ method, path }));
    });
}
