/** Far longer than those of known apps. */
const maxLength = 500;

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/** The parameters of our own answer: an address that has one already would make the answer ambiguous. */
const answerParameters = ['code', 'error', 'iss', 'state'];

/**
 * Parses an address that a code may be sent to: https, or http on the person's own computer. Its spelling must be the
 * one that browsers use, because any other could be read as another host. Undefined if it is not such an address.
 */
export function parseRedirectUri(uri: string): URL | undefined {
  const url = uri.length <= maxLength ? URL.parse(uri) : null;
  if (!url || (url.href !== uri && url.href !== `${uri}/`)) return undefined;
  if (url.username || url.password || uri.includes('#')) return undefined;
  if (answerParameters.some((name) => url.searchParams.has(name))) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)) ? url : undefined;
}

/** The address leads to an app on the person's own computer. */
export const isLocal = ({ hostname }: URL): boolean => localNames.includes(hostname);

/** Whether the operator allows the host. `localhost` in the list stands for every name of the person's own computer. */
export const isAllowedHost = (url: URL, allowedHosts: readonly string[] | undefined): boolean =>
  allowedHosts === undefined || allowedHosts.includes(isLocal(url) ? 'localhost' : url.hostname);

/**
 * Addresses are compared letter for letter. Only the port of an app on the person's own computer may differ, because
 * the app takes a free one at each start (RFC 8252, section 7.3).
 */
export function isRegistered(requested: URL, registered: readonly string[]): boolean {
  const wanted = withoutLocalPort(requested);
  return registered.some((uri) => {
    const url = parseRedirectUri(uri);
    return url !== undefined && withoutLocalPort(url) === wanted;
  });
}

function withoutLocalPort(url: URL): string {
  if (url.protocol === 'https:') return url.href;
  const portless = new URL(url);
  portless.port = '';
  return portless.href;
}

export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
