import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import packageFile from '../package.json' with { type: 'json' };
import { runAdminCommand } from '../src/admin/admin-commands.ts';
import { openSqlite } from '../src/platform/database.ts';
import { root } from '../src/platform/root.ts';
import { randomSecret } from '../src/platform/secrets.ts';
import { api, calls, mcpServer, oauth } from '../src/urls.ts';
import { signUpForm } from './helpers/account-steps.ts';
import { callback, decide, seeRequest, sentToApp } from './helpers/app-consent.ts';
import type { Browser } from './helpers/browser.ts';
import { basic, createKey, freePath, withSecret } from './helpers/keys.ts';
import { codeIn, goodPassword } from './helpers/portal.ts';
import { findPostgres, startCluster } from './helpers/postgres.ts';
import { eventually, startPortalProcess } from './helpers/process.ts';
import { browserAt } from './helpers/remote-browser.ts';

/**
 * `node run.mjs test/store-release.ts` uses this release as people, programs and an operator do, and stores its database
 * in test/fixtures: the SQLite file, a dump of PostgreSQL, and what a test needs to use it. Later releases must open it
 * (test/server/operations/stored-releases.test.ts).
 */
const { version } = packageFile;
const target = join(root, `test/fixtures/release-${version}`);
const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
const publicUrl = 'http://localhost:3000';
const settings = { DATA_DIR: folder, SECRET_KEY: randomSecret(), LOG_LEVEL: 'warn' };
const portal = await startPortalProcess({ ...settings, PUBLIC_URL: publicUrl });

async function fillPortal() {
  const ada = await signUp('ada@example.com');
  const [vane, tracker, gone] = [
    await createKey(ada, { name: 'Weather vane', expires_in_days: 90 }),
    await createKey(ada, { name: 'Balloon tracker' }),
    await createKey(ada, { name: 'Old barometer' }),
  ];
  await admin('grant', tracker.external_id, 'all_access');
  await admin('limit', tracker.external_id, '20000');
  const rotation = { overlap: '7d', password: goodPassword };
  const rotated = (await succeed(ada.post(calls.rotateToken(tracker.id), rotation))).token;
  const request = { key_id: vane.id, purpose: 'A map of the wind', volume: '100 calls an hour' };
  await succeed(ada.post(calls.accessRequests, request));
  for (const authorization of [withSecret(vane), withSecret(tracker), withSecret(rotated), withSecret(gone)])
    await callApi(200, authorization);
  await succeed(ada.delete(calls.apiToken(gone.id)));
  await callApi(403, withSecret(gone));
  await callApi(403, basic(vane.external_id, gone.token));
  await callApi(403, withSecret(vane), `${api}/observations.json`);
  const app = await connect(ada);
  await callMcpServer(app.access_token);
  await succeed(ada.post(calls.forgotPassword, { email: 'ada@example.com' }));
  await (await visitor()).signIn('ada@example.com', 'a wrong password');

  const bob = await signUp('bob@example.com');
  const suspended = await createKey(bob, { name: 'Rain gauge' });
  await admin('limit', 'bob@example.com', '100');
  await admin('suspend', 'bob@example.com');

  const eve = await signUp('eve@example.com');
  const email = 'eve@example.org';
  const { verification_token } = await succeed(
    eve.post(calls.accountEmailCode, { email, password: goodPassword }),
  );
  await succeed(eve.put(calls.accountEmail, { email, code: await codeFor(email), verification_token }));

  // What is left of a suspended person: a new account with the address is suspended too.
  await signUp('carl@example.com');
  await admin('suspend', 'carl@example.com');
  await admin('erase', 'carl@example.com', '--yes');

  const keyOf = ({ external_id, token }: typeof vane) => ({ clientId: external_id, secret: token });
  return {
    password: goodPassword,
    keys: {
      vane: keyOf(vane),
      tracker: keyOf(rotated),
      trackerBefore: keyOf(tracker),
      deleted: keyOf(gone),
      suspended: keyOf(suspended),
    },
    app,
  };
}

async function visitor(): Promise<Browser> {
  const browser = browserAt(() => portal.url);
  await browser.open();
  return browser;
}

async function signUp(email: string): Promise<Browser> {
  const browser = await visitor();
  const { verification_token } = await succeed(browser.post(calls.sendVerificationCode, { email }));
  await succeed(browser.post(calls.verifyCode, { email, code: await codeFor(email), verification_token }));
  await succeed(browser.post(calls.signUp, signUpForm(email)));
  return browser;
}

const codeFor = (email: string) =>
  eventually(async () => {
    const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
    return mails.map(codeIn).find((code) => code !== '');
  });

async function succeed(answer: ReturnType<Browser['post']>) {
  const { statusCode, body, json } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode}: ${body}`);
  return json();
}

async function callApi(status: number, authorization: string, path = freePath): Promise<void> {
  const answer = await fetch(`${portal.url}${path}?coordinates=42.36,-71.06`, { headers: { authorization } });
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Connects an app that registers itself, and leaves another request of it unanswered. */
async function connect(browser: Browser) {
  const client = { client_name: 'Teapot', redirect_uris: [callback] };
  const { client_id } = await (await postJson(oauth.register, client)).json();
  const verifier = randomSecret();
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: callback, code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    resource: publicUrl + mcpServer,
  }).toString();
  const { redirect_to } = await succeed(decide(browser, await seeRequest(browser, query)));
  await seeRequest(browser, query);
  const answer = await fetch(portal.url + oauth.token, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id, redirect_uri: callback, code_verifier: verifier },
      code: sentToApp(redirect_to).code ?? '',
    }),
  });
  const { access_token, refresh_token } = await answer.json();
  return { client_id, access_token, refresh_token } as Record<string, string>;
}

async function callMcpServer(token: string | undefined): Promise<void> {
  const call = { name: 'get_point_forecast', arguments: { coordinates: '42.36,-71.06' } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const answer = await postJson(mcpServer, message, {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const postJson = (path: string, body: object, headers = {}) =>
  fetch(portal.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const admin = (...words: string[]) => runAdmin(words, settings);

async function runAdmin(words: string[], env: Record<string, string>): Promise<void> {
  const { exitCode, error } = await runAdminCommand(words, env);
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${error}`);
}

/** Processes are forgotten when they stop. Notices are sent ten minutes after the start. */
const emptyTables = ['processes', 'notices'];

async function storeSqlite(): Promise<void> {
  const file = join(folder, 'portal.db');
  const { db, close } = openSqlite(file);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  for (const table of tables.filter((name) => !emptyTables.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length === 0) throw new Error(`${table} has no row`);
  }
  // Without the rows that are deleted, and without a second file.
  await sql`vacuum`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await close();
  store('portal.db.gz', readFileSync(file));
}

/** The same rows, moved to PostgreSQL with the portal's own commands. */
async function storePostgres(): Promise<void> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const cluster = await startCluster(programs);
  try {
    const file = join(folder, 'portal.jsonl');
    await admin('export', file);
    await runAdmin(['import', file], { ...settings, DATABASE_URL: `${cluster.url}postgres` });
    const options = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges'];
    const dump = execFileSync(join(programs, 'pg_dump'), [...options, `${cluster.url}postgres`]);
    // Lines with a backslash are commands of psql. The tests have no psql.
    store('portal.sql.gz', Buffer.from(String(dump).replaceAll(/^\\.*\n/gm, '')));
  } finally {
    cluster.stop();
  }
}

const store = (name: string, bytes: Buffer) =>
  writeFileSync(join(target, name), gzipSync(bytes, { level: 9 }));

try {
  const people = await fillPortal().finally(() => portal.kill('SIGTERM'));
  mkdirSync(target, { recursive: true });
  const contents = { storedAt: new Date(), publicUrl, secretKey: settings.SECRET_KEY, ...people };
  writeFileSync(join(target, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
  await storeSqlite();
  await storePostgres();
  console.log(target);
} finally {
  rmSync(folder, { recursive: true });
}
