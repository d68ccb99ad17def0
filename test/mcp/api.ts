import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { api } from '../../src/urls.ts';
import { withSecret } from '../helpers/keys.ts';

/** Calls the documented API with the same key. The tools must return the same numbers. */
export async function askApi(
  url: string,
  key: CreatedApiToken,
  path: string,
  method = 'GET',
): Promise<Response> {
  const answer = await fetch(`${url}${api}${path}`, { method, headers: { authorization: withSecret(key) } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: every endpoint has its own form, and a wrong one fails the test.
export const askJson = async (url: string, key: CreatedApiToken, path: string): Promise<any> =>
  (await askApi(url, key, path)).json();

/** Reads the variable of a NetCDF file, which is at its end, by latitude and longitude. */
export async function askGrid(url: string, key: CreatedApiToken, path: string) {
  const bytes = Buffer.from(await (await askApi(url, key, path)).arrayBuffer());
  const [rows, columns] = [721, 1440];
  const first = bytes.length - 4 * rows * columns;
  return (latitude: number, longitude: number) => {
    const row = (90 - latitude) * 4;
    const column = ((longitude + 360) % 360) * 4;
    return bytes.readFloatBE(first + 4 * (row * columns + column));
  };
}
