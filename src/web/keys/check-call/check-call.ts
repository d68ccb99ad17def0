import type { EndpointSummary, KeySummary, SiteSummary } from '../../../content/contract.ts';
import { type ApiToken, hasAccess, isUsable } from '../../../keys/contract.ts';
import {
  checksumText,
  clientIdStart,
  findTokenFault,
  isTokenFormat,
  type KeyForms,
  keyForms,
  secretStart,
  splitSecret,
  type TokenFault,
  type TokenPart,
} from '../../../keys/key-format.ts';
import { formatCount } from '../../../pictures/format.ts';
import { dayMs } from '../../../time.ts';
import { utcDateTime } from '../../time/format-time.ts';
import { type Finding, ok, type ParsedCall, parseProblems, problem, warning } from './parse-call.ts';

export interface CheckContext {
  apiKeys: ApiToken[];
  /** The server's time. */
  now: Date;
  /** Undefined if the browser can't compute checksums. */
  isChecksumRight: boolean | undefined;
  endpoints: Pick<EndpointSummary, 'path' | 'access'>[];
  hosts: SiteSummary['hosts'];
  keys: Pick<KeySummary, 'prefixes'>;
}

/** Finds everything that can be known about a call without making it. */
export const checkCall = (call: ParsedCall, context: CheckContext): Finding[] => [
  ...call.problems
    .filter((found) => found !== 'bearer' || !isMcp(call, context))
    .map((found) => parseProblems[found]),
  ...checkCredentials(call, context),
  ...checkUrl(call, context),
];

function checkCredentials(call: ParsedCall, context: CheckContext): Finding[] {
  const { clientId, password } = call;
  if (isSwapped(call, context.keys.prefixes))
    return [problem('The two values are in the wrong order. The client ID comes first, then the API key.')];
  return [
    ...(clientId === undefined ? [] : [checkClientId(clientId, context)]),
    ...(password === undefined ? [] : [checkPassword(password, clientId, context)]),
  ];
}

const isSwapped = ({ clientId, password }: ParsedCall, prefixes: string[]) =>
  prefixes.some(
    (prefix) =>
      clientId?.startsWith(secretStart(prefix)) &&
      (password?.startsWith(clientIdStart(prefix)) || password === ''),
  );

function checkClientId(clientId: string, { apiKeys, keys: { prefixes }, now }: CheckContext): Finding {
  if (clientId !== clientId.trim()) return problem('There is a space before or after the client ID.');
  if (!keyForms(prefixes).clientId.test(clientId)) {
    const start = clientIdStart(prefixes[0] ?? '');
    return problem(describeFormat('client ID', clientId, start, 20, 'lowercase letters or digits'));
  }
  const apiKey = apiKeys.find(({ external_id }) => external_id === clientId);
  if (!apiKey)
    return problem('You have no key with this client ID. The key was deleted or belongs to another account.');
  if (!isUsable(apiKey, now)) return problem(`Your key ${apiKey.name} has expired. Create a new one.`);
  return ok(`Client ID belongs to your key ${apiKey.name}.`);
}

function checkPassword(password: string, clientId: string | undefined, context: CheckContext): Finding {
  if (password === '') return problem('The API key is missing after the colon.');
  if (password !== password.trim())
    return problem('There is a space or a line break before or after the API key.');
  if (password.includes('.')) return checkToken(password, clientId, context.now);
  const forms = keyForms(context.keys.prefixes);
  if (forms.clientId.test(password)) return problem('You sent a client ID where the API key should be.');
  if (!forms.secret.test(password)) {
    const start = secretStart(context.keys.prefixes[0] ?? '');
    return problem(describeFormat('API key', password, start, 32, 'letters or digits'));
  }
  if (context.isChecksumRight === false)
    return problem(
      'The API key has the right length, but its checksum is wrong. A character is probably mistyped: copy it again.',
    );
  return ok('The API key is well formed. Only the server can check whether it belongs to this client ID.');
}

/** "That API key is 34 characters long; keys have 35 (wb_ plus 32 letters or digits). One is missing." */
function describeFormat(what: string, value: string, start: string, rest: number, letters: string): string {
  const expected = start.length + rest;
  const form = `${start} plus ${rest} ${letters}`;
  const missing = expected - value.length;
  if (missing === 0) return `That isn't a valid ${what}: it must be ${form}.`;
  const count = Math.abs(missing) === 1 ? 'One is' : `${Math.abs(missing)} are`;
  const difference = missing > 0 ? `${count} missing` : `${count} too many`;
  return `That ${what} is ${value.length} characters long; it must have ${expected} (${form}). ${difference}.`;
}

/** Returns undefined on pages without https, where browsers don't hash. */
export async function isChecksumRight(secret: string, forms: KeyForms): Promise<boolean | undefined> {
  if (!forms.secret.test(secret)) return false;
  if (!globalThis.crypto?.subtle) return undefined;
  const [start, checksum] = splitSecret(secret);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(start));
  return checksumText(new Uint8Array(digest)) === checksum;
}

function checkUrl(call: ParsedCall, context: CheckContext): Finding[] {
  const { url, clientId } = call;
  if (!url || isMcp(call, context)) return [];
  const bases = [context.hosts.forecasts, context.hosts.data];
  const base = bases.find((each) => url.origin === new URL(each).origin);
  if (!base) return [warning(`${url.host} is not the host of this API. Use ${bases[0]}.`)];
  const apiKey = context.apiKeys.find(({ external_id }) => external_id === clientId);
  if (!apiKey || hasAccess(apiKey, 'all_access')) return [];
  const free = context.endpoints
    .filter(({ access }) => hasAccess(apiKey, access))
    .map(({ path }) => new URL(base).pathname.replace(/\/$/, '') + path);
  if (free.includes(url.pathname)) return [];
  return [problem(`Free keys only work with ${free.join(', ')}. This call uses ${url.pathname}.`)];
}

const isMcp = ({ url }: ParsedCall, { hosts }: CheckContext) => {
  const mcp = hosts.mcp && new URL(hosts.mcp);
  return mcp && url?.origin === mcp.origin && url.pathname === mcp.pathname;
};

/**
 * Checks what a signed token says about itself; only the server can check its signature. An assistant may send it
 * alone, and then the token names the client ID.
 */
function checkToken(token: string, clientId: string | undefined, now: Date): Finding {
  if (!isTokenFormat(token))
    return problem(
      'The token is incomplete. It has three parts separated by dots, the last with 43 characters.',
    );
  const [header, claims] = token.split('.').map(parsePart);
  const fault = findTokenFault(header, claims, clientId ?? String(claims?.client_id), now.getTime() / 1000);
  if (fault) return problem(describeFault(fault, claims, now));
  const until = typeof claims?.exp === 'number' ? ` It expires on ${formatSeconds(claims.exp)}.` : '';
  return ok(
    `The token is for this client ID and its time is right.${until} Only the server can check whether it's signed with this key's secret.`,
  );
}

function describeFault(fault: TokenFault, claims: TokenPart | undefined, now: Date): string {
  if (typeof fault === 'object') return describeClock(fault.minutesOff, claims, now);
  if (fault !== 'expired') return faultTexts[fault];
  return `The token expired: its exp was ${formatSeconds(Number(claims?.exp))}. Create a new one for each call.`;
}

const faultTexts: Record<Exclude<TokenFault, object | 'expired'>, string> = {
  algorithm: "The token's header can't be read, or its alg is not HS256.",
  type: "The token's typ must be JWT or missing.",
  'more-in-header': "The token's header may contain only alg and typ.",
  'client-id': "The token's client_id is not the client ID that it's sent with.",
  'no-iat': 'The token has no iat, the time in seconds when it was created.',
  'not-begun': "The token's nbf is in the future.",
};

/** Milliseconds instead of seconds are the most common mistake. */
function describeClock(minutesOff: number, claims: TokenPart | undefined, now: Date): string {
  const isMilliseconds = Math.abs(Number(claims?.iat) - now.getTime()) < dayMs;
  if (isMilliseconds) return "The token's iat is in milliseconds. It must be in seconds.";
  const off = `${formatCount(Math.abs(minutesOff))} minutes ${minutesOff < 0 ? 'behind' : 'ahead'}`;
  return `The token's iat is ${off}; at most 5 are allowed. Create a new token, and check the clock of the machine that creates it.`;
}

/** "15 Nov 14:05 UTC", or the number itself if it's not a time. */
function formatSeconds(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : utcDateTime(time);
}

function parsePart(part: string): TokenPart | undefined {
  try {
    const value: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
