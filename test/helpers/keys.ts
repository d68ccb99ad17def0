import { createHmac } from 'node:crypto';
import { createAddressHistory } from '../../src/accounts/address-history.ts';
import { createAccessRequests } from '../../src/keys/access-requests.ts';
import type { ApiToken, CreatedApiToken } from '../../src/keys/contract.ts';
import { createOperator } from '../../src/keys/operator.ts';
import { Secrets } from '../../src/platform/secrets.ts';
import { api, calls, gatewayVerify } from '../../src/urls.ts';
import type { Browser } from './browser.ts';
import { startPortal, type TestPortal } from './portal.ts';
import { listen, rawRequest } from './raw-http.ts';

export async function createKey(
  browser: Browser,
  body: object = { name: 'Weathercock' },
): Promise<CreatedApiToken> {
  const answer = await browser.post(calls.apiTokens, body);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().token;
}

export async function listKeys(browser: Browser): Promise<ApiToken[]> {
  const answer = await browser.get(calls.apiTokens);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().tokens;
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const withSecret = (key: CreatedApiToken) => basic(key.external_id, key.token);

export const withToken = (key: CreatedApiToken, claims: object, header?: object) =>
  basic(key.external_id, signToken(key.token, { client_id: key.external_id, ...claims }, header));

/** Creates the token that the provider's Python package creates, or a manipulated one. */
export function signToken(
  secret: string,
  claims: object,
  header: object = { alg: 'HS256', typ: 'JWT' },
  hash = 'sha256',
): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

export const freePath = `${api}/points`;

/** Verifies as a gateway on this machine does. Only real connections are answered from memory. */
export async function verify(
  portal: TestPortal,
  authorization: string | undefined,
  wanted: { method?: string; path?: string } = {},
) {
  const { status, headers, body } = await rawRequest(await listen(portal), {
    path: gatewayVerify,
    headers: {
      'x-original-method': wanted.method ?? 'GET',
      'x-original-uri': wanted.path ?? freePath,
      ...(authorization === undefined ? {} : { authorization }),
    },
  });
  return { statusCode: status, headers, body, json: () => JSON.parse(body) };
}

export const notAuthorized = '{"error":"Not authorized","success":false}';

/** Runs the operator's commands on the portal's own database connection. */
export const operatorOf = (portal: TestPortal) =>
  createOperator({
    db: portal.database.db,
    now: portal.clock.now,
    addresses: addressesOf(portal),
    onGranted: (trx, key) => answersOf(portal).closeGrantedRequest(trx, key),
  });

const addressesOf = ({ database: { db }, config, clock }: TestPortal) =>
  createAddressHistory({ db, secrets: () => new Secrets(config.secretKeys), now: clock.now });

export const answersOf = ({ database, mail, clock }: TestPortal) =>
  createAccessRequests({ db: database.db, mail, now: clock.now });

/** Starts a second portal on the same database that shares nothing in memory, like another process. */
export async function startBeside(portal: TestPortal, env: Record<string, string> = {}): Promise<TestPortal> {
  const { url, openAgain } = portal.database;
  const database = { ...openAgain(), url, openAgain };
  const { secretKeys, dataDir } = portal.config;
  const shared = { SECRET_KEY: secretKeys.join(','), DATA_DIR: dataDir };
  const second = await startPortal({ ...shared, ...env }, database);
  second.clock.pass((portal.clock.now() - second.clock.now()) / 1000);
  // The portal has checked its queue, so the next email is nearly always sent by the process that queues it.
  await second.mail.drain();
  // Either may still send it, because both look for emails every two seconds. They share one outbox.
  const { mails } = portal;
  portal.mails = second.mails = async () => {
    await mails();
    await second.mail.drain();
    return mails();
  };
  return second;
}
