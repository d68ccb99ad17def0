import type { EndpointSummary, KeySummary, SiteSummary } from '../../../content/contract.ts';
import { type ApiToken, isUsable, opens } from '../../../keys/contract.ts';
import { clientIdStart, keyForms, secretStart } from '../../../keys/key-format.ts';
import { checkToken } from './check-token.ts';
import { faultWords } from './fault-words.ts';
import type { Finding } from './finding.ts';
import type { ReadCall } from './read-call.ts';

export interface CallSurroundings {
  apiKeys: ApiToken[];
  /** The server's clock. */
  now: Date;
  /** Undefined: not known here. */
  isChecksumRight: boolean | undefined;
  endpoints: Pick<EndpointSummary, 'path' | 'access'>[];
  hosts: SiteSummary['hosts'];
  keys: Pick<KeySummary, 'prefixes' | 'freeWords'>;
}

/** Everything that can be told of a call without making it. Nothing found is wrong: an empty list of those. */
export function checkCall(call: ReadCall, around: CallSurroundings): Finding[] {
  const faults = call.faults
    .filter((fault) => fault !== 'bearer' || !isMcp(call, around))
    .map((fault) => faultWords[fault]);
  return [...faults, ...checkCredentials(call, around), ...checkAddress(call, around)];
}

function checkCredentials(call: ReadCall, around: CallSurroundings): Finding[] {
  const { clientId, password } = call;
  if (clientId !== undefined && password !== undefined && isSwapped(clientId, password, around.keys.prefixes))
    return [
      {
        tone: 'wrong',
        words: 'The two values are in the wrong order: the client ID comes first, then the API key.',
      },
    ];
  return [
    ...(clientId === undefined ? [] : checkClientId(clientId, around)),
    ...(password === undefined ? [] : checkPassword(password, clientId, around)),
  ];
}

const isSwapped = (clientId: string, password: string, prefixes: string[]) =>
  prefixes.some(
    (prefix) =>
      clientId.startsWith(secretStart(prefix)) &&
      (password.startsWith(clientIdStart(prefix)) || password === ''),
  );

function checkClientId(clientId: string, { apiKeys, keys: { prefixes }, now }: CallSurroundings): Finding[] {
  const start = clientIdStart(prefixes[0]!);
  if (clientId !== clientId.trim())
    return [{ tone: 'wrong', words: 'There is a space before or behind the client ID.' }];
  if (!keyForms(prefixes).clientId.test(clientId))
    return [
      {
        tone: 'wrong',
        words: `This is no client ID: one is ${start} and 20 small letters or digits${lengthOf(clientId, start.length + 20)}.`,
      },
    ];
  const apiKey = apiKeys.find(({ external_id }) => external_id === clientId);
  if (!apiKey)
    return [
      {
        tone: 'wrong',
        words: 'None of your keys has this client ID: it was deleted, or belongs to another account.',
      },
    ];
  if (!isUsable(apiKey, now))
    return [{ tone: 'wrong', words: `The key ${apiKey.name} has expired: make a new one.` }];
  return [{ tone: 'right', words: `The client ID is that of your key ${apiKey.name}.` }];
}

function checkPassword(password: string, clientId: string | undefined, around: CallSurroundings): Finding[] {
  if (password === '')
    return [{ tone: 'wrong', words: 'There is nothing behind the colon: the API key is missing.' }];
  if (password !== password.trim())
    return [{ tone: 'wrong', words: 'There is a space or a line break before or behind the API key.' }];
  if (password.includes('.')) return checkToken(password, clientId, around.now);
  const forms = keyForms(around.keys.prefixes);
  if (forms.clientId.test(password))
    return [{ tone: 'wrong', words: 'A client ID stands where the API key belongs.' }];
  if (!forms.secret.test(password)) {
    const start = secretStart(around.keys.prefixes[0]!);
    return [
      {
        tone: 'wrong',
        words: `This is no API key: one is ${start} and 32 letters or digits${lengthOf(password, start.length + 32)}.`,
      },
    ];
  }
  if (around.isChecksumRight === false)
    return [
      {
        tone: 'wrong',
        words:
          'The API key has the right length, but its checksum is wrong: a character is mistyped. Copy it again.',
      },
    ];
  const words = 'The API key is well formed. Whether it is this key’s, only the server can tell.';
  return [{ tone: 'right', words }];
}

/** ", and this has 34 characters" */
const lengthOf = (text: string, wanted: number) =>
  text.length === wanted ? '' : `, ${wanted} characters, and this has ${text.length}`;

function checkAddress(call: ReadCall, around: CallSurroundings): Finding[] {
  const { url, clientId } = call;
  if (!url || isMcp(call, around)) return [];
  const bases = [around.hosts.forecasts, around.hosts.data];
  const base = bases.find((each) => url.origin === new URL(each).origin);
  if (!base) return [{ tone: 'doubt', words: `${url.host} is not where this API answers: ${bases[0]} is.` }];
  const apiKey = around.apiKeys.find(({ external_id }) => external_id === clientId);
  if (!apiKey || opens(apiKey, 'all_access')) return [];
  const free = around.endpoints
    .filter(({ access }) => opens(apiKey, access))
    .map(({ path }) => basePath(base) + path);
  return free.includes(url.pathname)
    ? []
    : [
        {
          tone: 'wrong',
          words: `A free key reaches ${around.keys.freeWords} only (${free.join(', ')}), and this call asks for ${url.pathname}.`,
        },
      ];
}

const basePath = (base: string) => new URL(base).pathname.replace(/\/$/, '');

const isMcp = ({ url }: ReadCall, { hosts }: CallSurroundings) => {
  const mcp = hosts.mcp && new URL(hosts.mcp);
  return mcp && url?.origin === mcp.origin && url.pathname === mcp.pathname;
};
