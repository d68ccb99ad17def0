import type { Environment } from '../contract.ts';
import { fileNameOf } from './file-name.ts';
import type { ApiRequest } from './request.ts';

export function curlCode(request: ApiRequest, environment: Environment): string {
  if (!request.isFile) return command('curl -sS', request, environment, []);
  return command('curl -sSL', request, environment, [
    String.raw`-w "%{filename_effective}: %{size_download} bytes\n"`,
  ]);
}

/** The same file, and its header. */
export const netcdfCode = (request: ApiRequest, environment: Environment) =>
  `${command('curl -sSL', request, environment, [])}ncdump -h ${fileNameOf(request)}\n`;

/** One parameter a line, so that no line is too long to be seen. */
function command(
  program: string,
  request: ApiRequest,
  { clientId, apiKey }: Environment,
  options: string[],
): string {
  const { base, path, query, isFile } = request;
  const address = shellWord(base + path, 'always');
  const lines = [
    `${program} --fail-with-body -u "$${clientId}:$${apiKey}"`,
    ...(isFile ? [`-o ${fileNameOf(request)}`] : []),
    ...options,
    query.length > 0 ? `-G ${address}` : address,
    ...query.map(([name, value]) => data(name, value)),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

/** As it is where that says the same in an address; else curl encodes what stands behind the first `=`. */
const data = (name: string, value: string) =>
  `${/^[\w.~,;:-]*$/.test(value) ? '-d' : '--data-urlencode'} ${shellWord(`${name}=${value}`)}`;

function shellWord(text: string, quotes: 'always' | 'where needed' = 'where needed'): string {
  if (quotes === 'where needed' && /^[\w.,:=/+@%-]+$/.test(text)) return text;
  return /["$`\\!\r\n]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
