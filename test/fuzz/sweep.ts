import { calls, mcpServer } from '../../src/urls.ts';
import { zeroByteBodies } from './bodies.ts';
import { type McpTool, rightMessage } from './mcp-messages.ts';
import { one, operationsOf } from './operations.ts';
import type { HostileRequest } from './request.ts';
import { plain, rightBodyOf, type Surface } from './requests.ts';
import type { Route } from './route-list.ts';
import { filled, placeholderFor } from './targets.ts';

/** The fixed requests before the random ones: everything in its valid form, then each part in an odd form. */
export const sweep = (surface: Surface): HostileRequest[] => [
  ...surface.routes.map((route) => plainRequest(route, surface)),
  ...surface.routes.flatMap(oddRequests),
  ...surface.tools.map((tool) => toolRequest(tool, surface)),
  ...operationsOf(surface.openApi, surface.world).flatMap(({ aim, method, valid, odd }) =>
    [one(valid), ...odd].map((target) => plain(aim, method, target, { as: 'all-access key' })),
  ),
];

function plainRequest({ method, path }: Route, { tools, world }: Surface): HostileRequest {
  const isMcp = path === mcpServer;
  const { headers, body } = one(rightMessage(tools, world));
  return plain(`${method} ${path}`, method, filled(path, placeholderFor), {
    as: path.startsWith('/api/') || isMcp ? 'all-access key' : callerOf(path),
    headers: isMcp ? headers : [],
    body: takesBody(method) ? (isMcp ? body : one(rightBodyOf(path))) : undefined,
  });
}

function toolRequest(tool: McpTool, { world }: Surface): HostileRequest {
  const { headers, body } = one(rightMessage([tool], world));
  return plain(`tool ${tool.name}`, 'POST', mcpServer, { as: 'all-access key', headers, body });
}

function oddRequests({ method, path }: Route): HostileRequest[] {
  const aim = `${method} ${path}`;
  const as = callerOf(path);
  const opened = filled(path, placeholderFor);
  const inPath =
    path === opened
      ? []
      : [
          plain(
            aim,
            method,
            filled(path, () => '%00'),
            { as },
          ),
        ];
  return [
    ...inPath,
    ...(isCall({ method, path })
      ? zeroByteBodies.map((body) => plain(aim, method, opened, { as, body }))
      : []),
  ];
}

/** A call of the browser app that has fields. */
export const isCall = ({ method, path }: Route) => takesBody(method) && !/^\/(api|gateway|mcp)\b/.test(path);

export const callerOf = (path: string) =>
  path === calls.signUp || path === calls.verifyCode ? 'verified visitor' : 'signed in';

const takesBody = (method: string) => method === 'POST' || method === 'PUT';
