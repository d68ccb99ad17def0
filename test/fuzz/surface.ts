import type { FastifyInstance } from 'fastify';
import { api, mcpServer, sitemap } from '../../src/urls.ts';
import type { McpTool } from './mcp-messages.ts';
import type { OpenApi } from './operations.ts';
import type { Surface } from './requests.ts';
import { type Route, routesOf } from './route-list.ts';
import type { TestCredentials } from './test-credentials.ts';

/** Reads the tools, missions and pages of a running portal. The routes are those of its app. */
export async function surveyPortal(
  url: string,
  options: { testCredentials: TestCredentials; openApi: OpenApi; server: FastifyInstance; nowMs: number },
): Promise<Surface> {
  const { testCredentials, openApi, server, nowMs } = options;
  const headers = Object.fromEntries(testCredentials.headersOf('all-access key'));
  const { missions } = (await (await fetch(`${url}${api}/missions.json`, { headers })).json()) as {
    missions: { id: string }[];
  };
  const docsPaths = [
    ...(await (await fetch(url + sitemap)).text()).matchAll(/<loc>[^<]*?(\/docs[^<]*)</g),
  ].map(([, path]) => path!);
  const pages = docsPaths.flatMap((path): Route[] =>
    [path, `${path}.md`].map((each) => ({ method: 'GET', path: each })),
  );
  return {
    openApi,
    routes: [...routesOf(server), ...pages],
    tools: await listTools(url, headers),
    world: { nowMs, missionIds: missions.slice(0, 5).map(({ id }) => id), docsPaths },
  };
}

async function listTools(url: string, headers: Record<string, string>): Promise<McpTool[]> {
  const answer = await fetch(url + mcpServer, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const text = await answer.text();
  const { result } = JSON.parse(text.slice(text.indexOf('{'))) as { result: { tools: McpTool[] } };
  return result.tools;
}
