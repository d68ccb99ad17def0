import { z } from 'zod';
import { cleanName } from '../accounts/names.ts';
import { parseRedirectUri } from './redirect-uris.ts';

/** A name of this length fits the page on a phone. */
const maxNameLength = 60;
/** More than any known app has. */
const maxRedirectUris = 10;

/** A field that an app leaves out, or sends as null or with another type, counts as missing. */
const optional = <T>(type: z.ZodType<T>) => type.nullish().catch(undefined);

/** An app describes itself like this, in its registration or its document. Unknown fields are ignored. */
const metadataSchema = z.object({
  client_name: optional(z.string()),
  redirect_uris: z.array(z.unknown()),
  token_endpoint_auth_method: optional(z.string()),
  token_endpoint_auth_methods_supported: optional(z.array(z.string())),
});

interface ClientMetadata {
  /** One short line. Empty if there is none. */
  name: string;
  /** The addresses that a code may be sent to. One that is refused does not refuse the others. */
  redirectUris: string[];
  /** The app can do without a secret. */
  isPublic: boolean;
}

/** Undefined if it is not an object with a list of addresses. */
export function readClientMetadata(metadata: unknown): ClientMetadata | undefined {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) return undefined;
  const { client_name, redirect_uris, token_endpoint_auth_method, token_endpoint_auth_methods_supported } =
    parsed.data;
  const redirectUris = redirect_uris.filter(
    (uri): uri is string => typeof uri === 'string' && parseRedirectUri(uri) !== undefined,
  );
  const methods = [...(token_endpoint_auth_methods_supported ?? []), token_endpoint_auth_method ?? 'none'];
  return {
    name: shortName(client_name ?? ''),
    redirectUris: [...new Set(redirectUris)].slice(0, maxRedirectUris),
    // ChatGPT prefers another method and lists `none` as well.
    isPublic: methods.includes('none'),
  };
}

/** The name is untrusted: marks that change the reading direction could make it say something else. */
function shortName(name: string): string {
  // The name is cut before it is cleaned, because cleaning a long text takes time.
  const characters = [...cleanName(name.slice(0, 1000))];
  if (characters.length <= maxNameLength) return characters.join('');
  const kept = characters.slice(0, maxNameLength - 1).join('');
  return `${kept.trimEnd()}…`;
}
