import { tokenError } from './errors.ts';

/** More than any client sends. */
const maxParameters = 50;

export type Parameters = Record<string, string | undefined>;

/**
 * Reads the parameters of a request, in a query or a form. One that is sent twice is refused, because two programs
 * could read different values. `resource` alone may be repeated, as long as its values agree.
 */
export function readParameters(text: string): Parameters {
  const found = new Map<string, string>();
  const sent = [...new URLSearchParams(text)];
  if (sent.length > maxParameters) throw tokenError('invalid_request', 'There are too many parameters.');
  for (const [name, value] of sent) {
    const known = found.get(name);
    if (known !== undefined && !(name === 'resource' && known === value))
      throw tokenError('invalid_request', 'A parameter is repeated.');
    found.set(name, value);
  }
  // An empty parameter counts as missing, as the standard says.
  return Object.fromEntries([...found].filter(([, value]) => value !== ''));
}

/** Clients of earlier revisions of the protocol don't name the resource. */
export function requireOwnResource(given: string | undefined, resource: string): void {
  if (given !== undefined && given !== resource)
    throw tokenError('invalid_target', `The resource must be ${resource}.`);
}
