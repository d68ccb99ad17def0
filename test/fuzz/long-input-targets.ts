import { newToken } from '../../src/oauth/token-format.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { calls, gatewayVerify, llms, mcpServer, oauth, pages } from '../../src/urls.ts';
import { rightFields } from './bodies.ts';
import { inAddress, inHeader } from './long-texts.ts';
import { toolMessage } from './mcp-messages.ts';
import { one, operationsOf } from './operations.ts';
import type { HostileRequest } from './request.ts';
import { plain, type Surface } from './requests.ts';
import { validValue } from './schema-values.ts';
import { callerOf, isCall } from './sweep.ts';
import { filled, placeholderFor } from './targets.ts';

/** A part of a request that accepts untrusted text. */
export interface Place {
  name: string;
  /** Places with the same reader are parsed by the same code. */
  reader: string;
  request: (text: string) => HostileRequest;
}

/** Lists every path, parameter, field, header and argument of every route. */
export const placesOf = (surface: Surface): Place[] => [
  ...paths(surface),
  ...parameters(surface),
  ...fields(surface),
  ...headers(),
  ...toolArguments(surface),
];

function paths({ routes }: Surface): Place[] {
  const methods = new Map(routes.map(({ path, method }) => [path, method]));
  for (const { path, method } of routes) if (method === 'GET') methods.set(path, method);
  return [...methods].flatMap(([path, method]) => {
    const place = (where: string, target: (text: string) => string): Place => ({
      name: `${method} ${path}, ${where}`,
      reader: `path ${where}`,
      request: (text) =>
        plain(`${method} ${path}`, method, target(inAddress(text)), { as: asWhom(path), headers: [html] }),
    });
    const known = filled(path, placeholderFor);
    const open = path === known ? [] : [place('in its open places', (text) => filled(path, () => text))];
    return [
      ...open,
      place('behind it', (text) => known + text),
      place('as the query', (text) => `${known}?${text}`),
    ];
  });
}

const asWhom = (path: string) => (/^\/(api|gateway|mcp)\b/.test(path) ? 'all-access key' : callerOf(path));
const html: [string, string] = ['accept', 'text/html'];

const parameters = ({ openApi, world }: Surface): Place[] =>
  operationsOf(openApi, world).flatMap(({ aim, method, withText }) =>
    withText.map(({ parameter, address }) => ({
      name: `${aim}, ${parameter}`,
      reader: `parameter ${parameter}`,
      request: (text) => plain(aim, method, address(inAddress(text)), { as: 'all-access key' }),
    })),
  );

function fields({ routes }: Surface): Place[] {
  const right = Object.fromEntries(
    Object.entries(rightFields).map(([name, value]) => [name, one<unknown>(value)]),
  );
  return routes.filter(isCall).flatMap(({ method, path }) => {
    const place = (name: string, type: string, body: (text: string) => string): Place => ({
      name: `${method} ${path}, ${name}`,
      reader: `field ${name}`,
      request: (text) =>
        plain(`${method} ${path}`, method, filled(path, placeholderFor), {
          as: callerOf(path),
          body: { type, text: body(text), times: 1 },
        }),
    });
    const form = forms[path];
    if (form)
      return Object.keys(form).map((name) =>
        place(name, 'application/x-www-form-urlencoded', (text) =>
          new URLSearchParams({ ...form, [name]: text }).toString(),
        ),
      );
    return Object.keys(right).map((name) =>
      place(name, 'application/json', (text) => JSON.stringify({ ...right, [name]: text })),
    );
  });
}

const appForm = {
  client_id: 'https://app.example/client.json',
  redirect_uri: 'https://app.example/callback',
  resource: 'https://portal.example/mcp',
  token: newToken('wb', 'access'),
};

/** Calls that read a form, with fields that pass the first check. */
const forms: Record<string, Record<string, string>> = {
  [calls.signIn]: { 'user[email]': '{{email}}', 'user[password]': '{{password}}', authenticity_token: '' },
  [oauth.token]: {
    ...appForm,
    grant_type: 'authorization_code',
    code: randomSecret(),
    code_verifier: randomSecret(),
    refresh_token: newToken('wb', 'refresh'),
  },
  [oauth.revoke]: appForm,
};

/** One URL of each kind, because all of a kind share the code that reads the headers. */
const askers: [method: string, path: string][] = [
  ['GET', pages.docs],
  ['GET', llms],
  ['GET', `${calls.authStatus}`],
  ['POST', calls.sendVerificationCode],
  ['GET', '/api/v1/points?coordinates=1,2'],
  ['GET', gatewayVerify],
  ['POST', mcpServer],
];

const headerNames = [
  ['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie'],
  ['forwarded', 'host', 'if-none-match', 'if-modified-since', 'last-event-id', 'origin', 'purpose', 'range'],
  ['mcp-method', 'mcp-name', 'mcp-protocol-version', 'referer', 'sec-fetch-site', 'user-agent'],
  ['x-api-key', 'x-client-id', 'x-csrf-token', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-method'],
  ['x-forwarded-proto', 'x-forwarded-uri', 'x-original-method', 'x-original-uri'],
].flat();

/** Prefixes with which a value passes the first check. */
const beginnings: Record<string, string[]> = {
  authorization: ['Basic ', 'Bearer '],
  accept: ['text/markdown;q=1,text/html;'],
  'content-type': ['application/json;'],
  cookie: ['visitor='],
  origin: ['http://localhost'],
  'x-forwarded-uri': ['/api/v1/points'],
  'x-original-uri': ['/api/v1/points'],
};

const headers = (): Place[] =>
  askers.flatMap(([method, path]) =>
    headerNames.flatMap((name) =>
      ['', ...(beginnings[name] ?? [])].map((beginning) => ({
        name: `${method} ${path}, ${name}: ${beginning}…`,
        reader: `header ${name}: ${beginning}`,
        request: (text: string) =>
          plain(`${method} ${path}`, method, path, {
            as: name === 'authorization' ? 'nobody' : asWhom(path),
            headers: [[name, beginning + inHeader(text)]],
            ...(method === 'POST' ? { body: { type: undefined, text: '{}', times: 1 } } : {}),
          }),
      })),
    ),
  );

const toolArguments = ({ tools, world }: Surface): Place[] =>
  tools.flatMap(({ name: tool, inputSchema: { properties = {}, required = [] } }) => {
    const right = Object.fromEntries(
      required.map((name) => [name, one(validValue(properties[name]!, name, world))]),
    );
    const call = (name: string, given: Record<string, unknown>) =>
      plain(`POST ${mcpServer}`, 'POST', mcpServer, { as: 'all-access key', ...toolMessage(name, given) });
    return [
      { name: `${tool} by another name`, reader: 'tool', request: (text: string) => call(text, right) },
      ...Object.keys(properties).map((name) => ({
        name: `${tool}, ${name}`,
        reader: `argument ${name}`,
        request: (text: string) => call(tool, { ...right, [name]: text }),
      })),
    ];
  });
