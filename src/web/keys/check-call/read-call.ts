import { readShellLine, type ShellLine } from './shell-words.ts';

/** What somebody has pasted, taken apart; nothing of it is judged yet. */
export interface ReadCall {
  /** Why it could not be taken apart, or what is odd about how it is written. */
  faults: ReadFault[];
  clientId?: string | undefined;
  /** The secret, or a token signed with it. */
  password?: string | undefined;
  method: string;
  url?: URL | undefined;
}

export type ReadFault =
  | 'nothing'
  | 'curly-quotes'
  | 'unclosed-quote'
  | 'cut-off'
  | 'no-credentials'
  | 'no-colon'
  | 'bearer'
  | 'other-scheme'
  | 'not-base64'
  | 'plain-in-basic'
  | 'line-break-inside'
  | 'variables'
  | 'bad-url';

const straightQuotes: [RegExp, string][] = [
  [/[“”„«»]/g, '"'],
  [/[‘’‚]/g, "'"],
];

/** A curl line, an Authorization header, an MCP link, `.env` lines, or the two values. */
export function readCall(pasted: string): ReadCall {
  const text = straightQuotes.reduce((so, [from, to]) => so.replaceAll(from, to), pasted).trim();
  if (text === '') return { faults: ['nothing'], method: 'GET' };
  const faults: ReadFault[] = /[“”„«»‘‚]/.test(pasted) ? ['curly-quotes'] : [];
  const read = readText(text);
  return { ...read, faults: [...faults, ...read.faults] };
}

function readText(text: string): ReadCall {
  if (/^\$?\s*curl\b/.test(text)) return readCurl(readShellLine(text.replace(/^\$\s*/, '')));
  if (/^['"]?https?:\/\//.test(text)) return { method: 'GET', ...readLink(text.replaceAll(/['"]/g, '')) };
  const header = /^['"]?(?:-H\s*['"]?)?(?:authorization\s*:\s*)?((?:basic|bearer|digest|token)\s.*)$/is.exec(
    text,
  );
  if (header) return { method: 'GET', ...readHeader(header[1]!.replace(/['"]$/, '')) };
  return { method: 'GET', ...readValues(text) };
}

type Given = Pick<ReadCall, 'faults' | 'clientId' | 'password' | 'url'>;

function readCurl({ words, isUnclosed, cutAt }: ShellLine): ReadCall {
  const faults: ReadFault[] = isUnclosed ? ['unclosed-quote'] : [];
  // Everything after it is another command, or none.
  if (cutAt === '&') faults.push('cut-off');
  let method = 'GET';
  let given: Given = { faults: ['no-credentials'] };
  let address: string | undefined;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-u' || word === '--user') given = readPair(words[++at] ?? '');
    else if (/^-u./.test(word)) given = readPair(word.slice(2));
    else if (word.startsWith('--user=')) given = readPair(word.slice('--user='.length));
    else if (word === '-H' || word === '--header') given = readAnyHeader(words[++at] ?? '') ?? given;
    else if (word === '-X' || word === '--request') method = (words[++at] ?? '').toUpperCase();
    else if (word === '-I' || word === '--head') method = 'HEAD';
    else if (/^(https?:\/\/|[\w.-]+(:\d+)?\/)/.test(word)) address = word;
    else if (takesValue.has(word)) at++;
  }
  const link =
    address === undefined ? undefined : readLink(address.includes('://') ? address : `http://${address}`);
  // A link may carry the credentials itself.
  const own = link?.clientId || link?.password ? link : given;
  const badUrl: ReadFault[] = link && !link.url ? ['bad-url'] : [];
  return { ...own, faults: [...faults, ...own.faults, ...badUrl], url: link?.url, method };
}

const takesValue = new Set([
  '-d',
  '--data',
  '--data-urlencode',
  '-o',
  '--output',
  '-A',
  '-m',
  '--max-time',
  '-w',
]);

function readAnyHeader(header: string): Given | undefined {
  const value = /^authorization\s*:\s*(.*)$/is.exec(header)?.[1];
  return value === undefined ? undefined : readHeader(value);
}

function readHeader(value: string): Given {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(value.trim()) ?? [];
  const kind = scheme.toLowerCase();
  if (kind === 'bearer') return { ...readValues(rest), faults: ['bearer'] };
  if (kind !== 'basic') return { faults: ['other-scheme'] };
  if (hasVariables(rest)) return { faults: ['variables'] };
  if (rest.includes(':')) return { ...readPair(rest), faults: ['plain-in-basic'] };
  const text = decodeBase64(rest.trim());
  if (text === undefined) return { faults: ['not-base64'] };
  const pair = readPair(text.trimEnd());
  return text === text.trimEnd() ? pair : { ...pair, faults: [...pair.faults, 'line-break-inside'] };
}

/** With the letters of either alphabet, as the server takes them. */
function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+=*$/.test(text)) return undefined;
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  } catch {
    return undefined;
  }
}

function readPair(pair: string): Given {
  if (hasVariables(pair)) return { faults: ['variables'] };
  const colon = pair.indexOf(':');
  if (colon === -1) return { faults: ['no-colon'], ...onlyOne(pair) };
  return { faults: [], clientId: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** A secret is longer, and has large letters. */
const onlyOne = (text: string) =>
  /^[a-z0-9]+c_[a-z0-9]{0,24}$/.test(text) ? { clientId: text } : { password: text };

function readLink(address: string): Given {
  if (!URL.canParse(address)) return { faults: ['bad-url'] };
  const url = new URL(address);
  const inAddress = url.username === '' ? undefined : { clientId: url.username, password: url.password };
  const clientId = url.searchParams.get('client_id') ?? inAddress?.clientId;
  const password = url.searchParams.get('api_key') ?? inAddress?.password;
  const isBare = clientId === undefined && password === undefined;
  return { faults: isBare ? ['no-credentials'] : [], clientId, password, url };
}

/** `…CLIENT_ID=…` and `…API_KEY=…`, or the values alone, in their order. */
function readValues(text: string): Given {
  if (hasVariables(text)) return { faults: ['variables'] };
  const named = (name: string) => new RegExp(`${name}\\s*[=:]\\s*['"]?([^\\s'",]*)`, 'i').exec(text)?.[1];
  const [clientId, password] = [named('client_?id'), named('api_?key') ?? named('token')];
  if (clientId !== undefined || password !== undefined) return { faults: [], clientId, password };
  const values = text.replaceAll(/['",]/g, ' ').split(/\s+/).filter(Boolean);
  if (values.length >= 2) return { faults: [], clientId: values[0], password: values[1] };
  return readPair(values[0] ?? '');
}

const hasVariables = (text: string) => /\$\{?\w|%\w+%|YOUR_|<[\w ]+>/.test(text);
