import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { createOperator, type Operator } from '../../../src/keys/operator.ts';
import { deleteKey } from '../../../src/keys/store.ts';
import { calls } from '../../../src/urls.ts';
import { runAdmin, startAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const words = [
  'people',
  'keys',
  'person',
  'requests',
  'grant',
  'decline',
  'expire',
  'limit',
  'revoke',
  'connections',
  'disconnect',
  'suspend',
  'resume',
  'erase',
  'reseal',
  'status',
  'check',
  'export',
  'import',
  'audit',
];

describe.skipIf(engineMissing)("the operator's command line, beside a running portal", () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp('cirrus@example.com');
    portal.clock.pass(1);
    await portal.signUp('stratus@example.com');
    key = await createKey(browser, { name: 'Weathercock' });
    expect(await reaches('/api/v1/points')).toBe(200);
  });
  afterAll(() => portal.close());

  const run = (...args: string[]) => runAdmin(portal, args);
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const reaches = async (path: string) => (await verify(portal, withSecret(key), { path })).statusCode;
  /** Waits until the running portal has noticed the change. */
  const soon = (path: string, status: number) =>
    eventually(async () => ((await reaches(path)) === status ? status : undefined), 1);

  const actor = `operator ${userInfo().username}`;

  const described = (changes: object = {}) => ({
    client_id: key.external_id,
    name: 'Weathercock',
    roles: ['free_user'],
    requests_per_hour: 1000,
    created_at: key.created_at,
    expires_at: null,
    ...changes,
  });

  test('people lists everyone with the number of their keys', async () => {
    const since = expect.stringMatching(/^2026-03-14T/);
    const usual = { requests_per_hour: 5000, suspended_at: null };
    expect(await json('people')).toEqual([
      { email: 'cirrus@example.com', ...usual, name: 'Alto Cumulus', keys: 1, since },
      { email: 'stratus@example.com', ...usual, name: 'Alto Cumulus', keys: 0, since },
    ]);
    const { stdout } = await run('people');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['email', 'requests_per_hour', 'suspended_at', 'name', 'keys', 'since'],
      ['cirrus@example.com', '5000', 'none', 'Alto Cumulus', '1', since],
      ['stratus@example.com', '5000', 'none', 'Alto Cumulus', '0', since],
      [''],
    ]);
  });

  test.each([[['people', '--json']], [['grant', 'no-key', 'admin']], [['keys', '--help']]])(
    '%j answers the same as a process of its own',
    async (args) => expect(await startAdmin(portal, args)).toEqual(await run(...args)),
  );

  test("keys lists every key, or one person's whatever the case of the address", async () => {
    const row = { ...described(), owner: 'cirrus@example.com' };
    expect(await json('keys')).toEqual([row]);
    expect(await json('keys', 'CIRRUS@example.com')).toEqual([row]);
    expect((await run('keys', 'stratus@example.com')).stdout).toBe('None.\n');
  });

  test('grant gives a role and takes it back, and the portal follows within a second', async () => {
    expect(await json('grant', key.external_id, 'all_access')).toEqual(described({ roles: ['all_access'] }));
    await soon('/api/v1/hdd', 200);
    expect((await listKeys(browser))[0]!.roles).toEqual(['all_access']);
    expect(await json('grant', key.external_id, 'free_user')).toEqual(described());
    await soon('/api/v1/hdd', 403);
  });

  test('limit sets the quota', async () => {
    expect(await json('limit', key.external_id, '25000')).toEqual(described({ requests_per_hour: 25_000 }));
    await eventually(async () => {
      const answer = await verify(portal, withSecret(key));
      return answer.headers['x-ratelimit-limit'] === '25000' ? true : undefined;
    }, 1);
  });

  test('expire sets the end, in UTC, and never takes it away', async () => {
    const changes = { requests_per_hour: 25_000 };
    const past = await json('expire', key.external_id, '2026-01-31T12:00');
    expect(past).toEqual(described({ ...changes, expires_at: '2026-01-31T12:00:00.000Z' }));
    await soon('/api/v1/points', 403);
    expect((await listKeys(browser))[0]!.expires_at).toBe('2026-01-31T12:00:00.000Z');
    expect(await json('expire', key.external_id, 'never')).toEqual(described(changes));
    await soon('/api/v1/points', 200);
  });

  test("limit also sets what all keys of a person may make together, and is lifted with a key's", async () => {
    const person = { email: 'cirrus@example.com', requests_per_hour: 25_000, suspended_at: null };
    expect(await json('limit', 'cirrus@example.com', '25000')).toEqual(person);
    expect(await json('limit', 'CIRRUS@example.com', '700')).toEqual({ ...person, requests_per_hour: 700 });
    await eventually(async () => {
      const { headers } = await verify(portal, withSecret(key));
      return headers['x-ratelimit-limit'] === '700' ? true : undefined;
    }, 1);
    await json('limit', key.external_id, '25000');
    expect((await operatorOf(portal).people())[0]).toMatchObject(person);
  });

  test("suspend denies a person's keys within a second and prevents new ones; resume ends it", async () => {
    expect(await json('suspend', 'cirrus@example.com')).toMatchObject({
      email: 'cirrus@example.com',
      suspended_at: expect.stringMatching(/^\d{4}-/),
    });
    await soon('/api/v1/points', 403);
    const refused = await browser.post(calls.apiTokens, { name: 'One more' });
    expect([refused.statusCode, refused.json().error]).toEqual([
      422,
      'Your account is suspended. Write to the data team',
    ]);
    expect(await listKeys(browser)).toHaveLength(1);
    expect(await json('resume', 'cirrus@example.com')).toMatchObject({ suspended_at: null });
    await soon('/api/v1/points', 200);
  });

  test('changes answer with a sentence', async () => {
    const email = 'nimbus@example.com';
    const { external_id: id } = await createKey(await portal.signUp(email), { name: 'Vane' });
    const cases: [string[], string][] = [
      [['grant', id, 'all_access'], `Key ${id} (Vane) now has the role all_access.`],
      [['grant', id, 'free_user'], `Key ${id} (Vane) now has the role free_user.`],
      [['expire', id, '2027-01-31'], `Key ${id} (Vane) expires at 2027-01-31T00:00:00.000Z.`],
      [['expire', id, 'never'], `Key ${id} (Vane) never expires.`],
      [['limit', id, '25000'], `Key ${id} (Vane) may make 25000 calls per hour.`],
      [['limit', email, '25000'], `${email} may make 25000 calls per hour, with all keys together.`],
      [
        ['suspend', email],
        `${email} is suspended. All keys and connected apps stop working within a second.`,
      ],
      [['resume', email], `${email} is reinstated.`],
      [['revoke', id], `Key ${id} is deleted. It stops working within a second.`],
      [['reseal'], 'Re-encrypted 0 keys with the first entry of SECRET_KEY.'],
    ];
    for (const [args, sentence] of cases)
      expect(await run(...args)).toEqual({ status: 0, stdout: `${sentence}\n`, stderr: '' });
  });

  test('the audit names the user of the operating system, before sudo changed it, and --as', async () => {
    const actorOf = async (args: string[], env = {}) => {
      expect((await runAdmin(portal, ['limit', 'stratus@example.com', '600', ...args], env)).status).toBe(0);
      const [event] = await json('audit', 'event=person-limit-set');
      return event.actor;
    };
    expect(await actorOf([])).toBe(actor);
    expect(await actorOf(['--as', 'Ada\nL.'])).toBe(`${actor} as Ada L.`);
    expect(await actorOf([], { SUDO_USER: 'grace' })).toBe('operator grace');
    const { stdout } = await startAdmin(portal, ['limit', 'stratus@example.com', '700', '--as', 'Ada']);
    expect(stdout).toContain('700 calls per hour');
  });

  test('revoke ends a key for good', async () => {
    expect(await json('revoke', key.external_id)).toEqual({ client_id: key.external_id, revoked: true });
    await soon('/api/v1/points', 403);
    expect(await listKeys(browser)).toEqual([]);
  });

  test('audit lists every action of the operator and every event of a key, newest first, without secrets', async () => {
    const second = await createKey(browser, { name: 'Rain gauge' });
    await browser.put(calls.apiToken(second.id), { name: 'Pluviometer', external_id: second.external_id });
    await browser.delete(calls.apiToken(second.id));
    const events: { target: string; actor: string; event: string; at: string; details: object }[] =
      await json('audit');
    const told = (id: string) =>
      events
        .filter(({ target }) => target === id)
        .map(({ actor, event, details }) => [actor, event, details]);
    expect(told(second.external_id)).toEqual(
      expect.arrayContaining([
        ['cirrus@example.com', 'key-created', {}],
        ['cirrus@example.com', 'key-renamed', {}],
        ['cirrus@example.com', 'key-deleted', {}],
      ]),
    );
    expect(told('cirrus@example.com')).toEqual([
      [actor, 'person-resumed', {}],
      [actor, 'person-suspended', {}],
      [actor, 'person-limit-set', { requests_per_hour: 700 }],
      [actor, 'person-limit-set', { requests_per_hour: 25_000 }],
    ]);
    expect(told(key.external_id)).toEqual([
      [actor, 'key-revoked', {}],
      [actor, 'key-limit-set', { requests_per_hour: 25_000 }],
      [actor, 'key-expiry-set', { expires_at: null }],
      [actor, 'key-expiry-set', { expires_at: '2026-01-31T12:00:00.000Z' }],
      [actor, 'key-limit-set', { requests_per_hour: 25_000 }],
      [actor, 'key-granted', { role: 'free_user' }],
      [actor, 'key-granted', { role: 'all_access' }],
      ['cirrus@example.com', 'key-created', {}],
    ]);
    for (const event of events) expect(new Date(event.at).toISOString()).toBe(event.at);
    expect(JSON.stringify(events)).not.toContain(second.token.slice(3, 20));
  });

  describe('a bad argument', () => {
    const id = 'wbc_00000000000000000000';
    const none = `No key with client ID ${id}`;
    test.each<[string[], string]>([
      [
        ['delete'],
        'Unknown command delete. Commands: people, keys, person, requests, grant, decline, expire, limit, revoke, connections, disconnect, suspend, resume, erase, reseal, status, check, export, import, audit',
      ],
      [['people', '--all'], 'Unknown option --all. Options: --as <name>, --json, --help'],
      [['keys', 'nobody@example.com'], 'No account with email nobody@example.com'],
      [['grant', id], 'Usage: npm run -s admin -- grant <client ID> <role>'],
      [['grant', id, 'admin'], 'Unknown role admin. Roles: free_user, all_access'],
      [
        ['expire', id, 'to\nmorrow'],
        'to morrow is not a valid time: use a time like 2027-01-31T12:00:00Z, or never',
      ],
      [
        ['limit', id, '-5'],
        '-5 is not a valid number of calls per hour: use a whole number up to 1000000000',
      ],
      [['revoke', id], none],
      [['revoke', id, '--as'], 'Usage: --as <name>'],
      [['revoke', id, '--as', '\u202e '], 'Give a name of at most 60 characters after --as'],
      [['revoke', id, '--as', 'x'.repeat(61)], 'Give a name of at most 60 characters after --as'],
    ])('ends with status 2 and one line: %j', async (args, line) => {
      expect(await run(...args, '--json')).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
    });

    test('names the command that works where the portal runs', async () => {
      const env = { ADMIN_COMMAND: 'podman exec portal admin' };
      const { stderr } = await runAdmin(portal, ['grant', id], env);
      expect(stderr).toBe('Usage: podman exec portal admin grant <client ID> <role>\n');
      const { stdout } = await runAdmin(portal, ['grant', '--help'], env);
      expect(stdout).toMatch(/^ {2}Example: podman exec portal admin grant /m);
    });

    test.each<[string, (operator: Operator) => Promise<unknown>, string]>([
      ['a role for no key', (operator) => operator.grant(id, 'all_access'), none],
      ['an end for no key', (operator) => operator.expire(id, 'never'), none],
      ['a limit for no key', (operator) => operator.limit(id, '5'), none],
      ['a limit like 1e3', (operator) => operator.limit(id, '1e3'), '1e3 is not a valid number'],
      [
        'a limit past counting',
        (operator) => operator.limit(id, '99999999999'),
        '99999999999 is not a valid number',
      ],
      [
        'a day that is none',
        (operator) => operator.expire(id, '2027-02-31'),
        '2027-02-31 is not a valid time',
      ],
    ])('is also %s', async (_, act, message) => {
      await expect(async () => act(operatorOf(portal))).rejects.toThrow(message);
    });

    test('leaves no trace in the audit', async () => {
      expect(JSON.stringify(await operatorOf(portal).audit())).not.toContain(id);
    });
  });

  describe('a key that its owner deletes at the same time', () => {
    test.each<[string, (operator: Operator, id: string) => Promise<unknown>]>([
      ['grant', (operator, id) => operator.grant(id, 'all_access')],
      ['revoke', (operator, id) => operator.revoke(id)],
    ])('is not told as changed: %s', async (_, act) => {
      const { id, external_id } = await createKey(browser, { name: 'Barometer' });
      let isThere = true;
      const db = portal.database.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (isThere) await deleteElsewhere(id);
          isThere = false;
          return result;
        },
      });
      const operator = createOperator({ db, now: portal.clock.now });
      await expect(act(operator, external_id)).rejects.toThrow('No key with client ID');
      const events = (await operator.audit()).filter(({ target }) => target === external_id);
      expect(events.map(({ event }) => event)).toEqual(['key-created']);
    });

    async function deleteElsewhere(id: string) {
      const other = portal.database.openAgain();
      await deleteKey(other.db, id);
      await other.close();
    }
  });

  test('a missing database is reported in one line, and none is created', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-admin-'));
    const env = { DATA_DIR: folder, DATABASE_URL: '' };
    const { status, stdout, stderr } = await runAdmin(portal, ['people'], env);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `No database at ${join(folder, 'portal.db')}: start the portal once, or set DATA_DIR or DATABASE_URL\n`,
    );
    rmSync(folder, { recursive: true });
  });

  test('a database that does not answer is reported in one line with its variable', async () => {
    const env = { DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:1/portal', DATA_DIR: '' };
    const { status, stdout, stderr } = await runAdmin(portal, ['people'], env);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n');
  });

  test('a data folder that is a file has its own message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-admin-'));
    mkdirSync(join(folder, 'portal.db'));
    const env = { DATA_DIR: folder, DATABASE_URL: '' };
    const { status, stderr } = await runAdmin(portal, ['people'], env);
    expect([status, stderr]).toEqual([1, `DATA_DIR: ${folder}: unable to open database file\n`]);
    rmSync(folder, { recursive: true });
  });

  test.each([[[]], [['--help']], [['help']], [['-h']], [['nonsense', '--help']]])(
    '%j lists every command within 100 columns',
    async (args) => {
      const { status, stdout } = await run(...args);
      expect(status).toBe(0);
      expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
      for (const command of words) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    },
  );

  test.each(words)('%s --help shows usage, an example and exit codes', async (word) => {
    const { status, stdout } = await run(word, '--help');
    expect((await run('help', word)).stdout).toBe(stdout);
    const example = new RegExp(`^  Example: npm run -s admin -- ${word}( .*)?$`, 'm').exec(stdout);
    const usage = new RegExp(
      `^Usage: npm run -s admin -- ${word}(.*) \\[--as <name>\\] \\[--json\\]$`,
      'm',
    ).exec(stdout)?.[1];
    expect([status, example !== null, usage !== undefined]).toEqual([0, true, true]);
    const given = (example![1] ?? '').replace('--json', '').trim().split(' ').filter(Boolean).length;
    expect(given).toBeGreaterThanOrEqual(usage!.split('<').length - 1);
    expect(stdout).toContain('Exit codes: 0 ok');
  });
});
