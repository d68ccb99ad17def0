/** One result of the check. The text never contains the secret. */
export interface Finding {
  tone: 'problem' | 'warning' | 'ok';
  text: string;
}

export const problem = (text: string): Finding => ({ tone: 'problem', text });
export const warning = (text: string): Finding => ({ tone: 'warning', text });
export const ok = (text: string): Finding => ({ tone: 'ok', text });

export const parseProblems = {
  nothing: warning('Paste a call first.'),
  'curly-quotes': problem(
    'The quotes are curly, as in a word processor. A shell needs straight quotes: " and \'.',
  ),
  'unclosed-quote': problem("A quote isn't closed, so the shell waits for more input."),
  'cut-off': problem(
    "The URL isn't in quotes, so the shell cuts it off at the first &. Put quotes around it.",
  ),
  'no-credentials': problem('The credentials are missing. Add -u "CLIENT_ID:API_KEY".'),
  'no-colon': problem(
    'One of the two values is missing. Send client ID and API key with a colon between them.',
  ),
  bearer: problem(
    "The API doesn't accept Bearer. Send Basic, with the client ID as user and the API key or a token as password.",
  ),
  'other-scheme': problem('The header must start with Basic.'),
  'not-base64': problem("The value after Basic isn't Base64, or it was cut off."),
  'plain-in-basic': problem(
    'The value after Basic is client_id:api_key in plain text. Encode it as Base64; curl -u does that for you.',
  ),
  'line-break-inside': problem(
    'The encoded API key ends with a line break, which echo adds. Use printf or echo -n.',
  ),
  variables: warning(
    'The call contains a variable or a placeholder. Make sure that it has a value where your code runs.',
  ),
  'bad-url': problem("The URL can't be read. Check that it's complete."),
};

type ParseProblem = keyof typeof parseProblems;

/** The parts of a pasted call, before they are checked. */
export interface ParsedCall {
  problems: ParseProblem[];
  clientId?: string | undefined;
  /** The secret, or a token signed with it. */
  password?: string | undefined;
  url?: URL | undefined;
}

/** Accepts a curl command, an Authorization header, an MCP link, `.env` lines, or the two values. */
export function parseCall(pasted: string): ParsedCall {
  const text = pasted
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'")
    .trim();
  if (text === '') return { problems: ['nothing'] };
  const parsed = parseText(text);
  return /[“”„«»‘‚]/.test(pasted) ? { ...parsed, problems: ['curly-quotes', ...parsed.problems] } : parsed;
}

function parseText(text: string): ParsedCall {
  if (/^\$?\s*curl\b/.test(text)) return parseCurl(splitCommand(text.replace(/^\$\s*/, '')));
  if (/^['"]?https?:\/\//.test(text)) return parseUrl(text.replaceAll(/['"]/g, ''));
  const header = /^['"]?(?:-H\s*['"]?)?(?:authorization\s*:\s*)?((?:basic|bearer|digest|token)\s.*)$/is.exec(
    text,
  )?.[1];
  return header === undefined ? parseValues(text) : parseHeader(header.replace(/['"]$/, ''));
}

const takesValue = /^(-[doAmwX]|--(data|data-urlencode|output|max-time|request))$/;

function parseCurl({ words, isUnclosed, endedAt }: Command): ParsedCall {
  const problems: ParseProblem[] = isUnclosed ? ['unclosed-quote'] : [];
  if (endedAt === '&') problems.push('cut-off');
  let credentials: ParsedCall = { problems: ['no-credentials'] };
  let address: string | undefined;
  const rest = words.values();
  rest.next();
  for (const word of rest) {
    const nextWord = () => rest.next().value ?? '';
    if (word === '-u' || word === '--user') credentials = parsePair(nextWord());
    else if (/^-u./.test(word)) credentials = parsePair(word.slice(2));
    else if (word.startsWith('--user=')) credentials = parsePair(word.slice('--user='.length));
    else if (word === '-H' || word === '--header') {
      const value = /^authorization\s*:\s*(.*)$/is.exec(nextWord())?.[1];
      if (value !== undefined) credentials = parseHeader(value);
    } else if (/^(https?:\/\/|[\w.-]+(:\d+)?\/)/.test(word)) address = word;
    else if (takesValue.test(word)) nextWord();
  }
  if (address === undefined) return { ...credentials, problems: [...problems, ...credentials.problems] };
  const link = parseUrl(address.includes('://') ? address : `http://${address}`);
  // The URL may contain the credentials.
  const { problems: found, ...values } = link.clientId || link.password ? link : credentials;
  const badUrl: ParseProblem[] = link.url ? [] : ['bad-url'];
  return { ...values, problems: [...problems, ...found, ...badUrl], url: link.url };
}

function parseHeader(value: string): ParsedCall {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(value.trim()) ?? [];
  const kind = scheme.toLowerCase();
  if (kind === 'bearer') return { ...parseValues(rest), problems: ['bearer'] };
  if (kind !== 'basic') return { problems: ['other-scheme'] };
  if (hasVariables(rest)) return { problems: ['variables'] };
  if (rest.includes(':')) return { ...parsePair(rest), problems: ['plain-in-basic'] };
  const text = decodeBase64(rest.trim());
  if (text === undefined) return { problems: ['not-base64'] };
  const pair = parsePair(text.trimEnd());
  return text === text.trimEnd() ? pair : { ...pair, problems: [...pair.problems, 'line-break-inside'] };
}

/** Accepts both Base64 alphabets, as the server does. */
function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+=*$/.test(text)) return undefined;
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  } catch {
    return undefined;
  }
}

function parsePair(pair: string): ParsedCall {
  if (hasVariables(pair)) return { problems: ['variables'] };
  const colon = pair.indexOf(':');
  if (colon !== -1) return { problems: [], clientId: pair.slice(0, colon), password: pair.slice(colon + 1) };
  // A secret is longer than a client ID and has uppercase letters.
  const isClientId = /^[a-z0-9]+c_[a-z0-9]{0,24}$/.test(pair);
  return { problems: ['no-colon'], [isClientId ? 'clientId' : 'password']: pair };
}

function parseUrl(address: string): ParsedCall {
  if (!URL.canParse(address)) return { problems: ['bad-url'] };
  const url = new URL(address);
  const user = url.username === '' ? undefined : { clientId: url.username, password: url.password };
  const clientId = url.searchParams.get('client_id') ?? user?.clientId;
  const password = url.searchParams.get('api_key') ?? user?.password;
  const isEmpty = clientId === undefined && password === undefined;
  return { problems: isEmpty ? ['no-credentials'] : [], clientId, password, url };
}

/** Finds `…CLIENT_ID=…` and `…API_KEY=…`, or the two values without names in this order. */
function parseValues(text: string): ParsedCall {
  if (hasVariables(text)) return { problems: ['variables'] };
  const named = (name: string) => new RegExp(`${name}\\s*[=:]\\s*['"]?([^\\s'",]*)`, 'i').exec(text)?.[1];
  const [clientId, password] = [named('client_?id'), named('api_?key') ?? named('token')];
  if (clientId !== undefined || password !== undefined) return { problems: [], clientId, password };
  const values = text.replaceAll(/['",]/g, ' ').split(/\s+/).filter(Boolean);
  if (values.length >= 2) return { problems: [], clientId: values[0], password: values[1] };
  return parsePair(values[0] ?? '');
}

const hasVariables = (text: string) => /\$\{?\w|%\w+%|YOUR_|<[\w ]+>/.test(text);

interface Command {
  words: string[];
  isUnclosed: boolean;
  /** The unquoted character that ended the command. */
  endedAt?: string;
}

/** Splits one command as a shell does. A backslash or caret at the end of a line joins lines. */
function splitCommand(text: string): Command {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  const line = text.replaceAll(/[\\^`]\r?\n/g, ' ');
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else if (letter === '\\' && quote === '"' && /["\\$`]/.test(line.charAt(at + 1)))
        word += line.charAt(++at);
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      // A # inside a word is part of it.
    } else if (/[&;|]/.test(letter) || (letter === '#' && word === undefined)) {
      if (word !== undefined) words.push(word);
      return { words, isUnclosed: false, endedAt: letter };
    } else word = (word ?? '') + (letter === '\\' ? line.charAt(++at) : letter);
  }
  if (word !== undefined) words.push(word);
  return { words, isUnclosed: quote !== undefined };
}
