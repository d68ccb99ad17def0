import { api } from '../../src/urls.ts';
import type { Sandbox } from './sandbox.ts';

/** Calls the API directly, for values that the tests compare with. */
export async function askSandbox<T>(
  sandbox: Sandbox,
  path: string,
  query: Record<string, string> = {},
): Promise<T> {
  return (await fetchFrom(sandbox, path, query)).json() as Promise<T>;
}

export async function fetchFrom(
  { url, allAccessKey }: Sandbox,
  path: string,
  query: Record<string, string>,
): Promise<Response> {
  const { clientId, apiKey } = allAccessKey;
  const answer = await fetch(`${url}${api}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Basic ${btoa(`${clientId}:${apiKey}`)}` },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
