import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { dump, engineMissing } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

const victim = 'nimbo@teapot.example';
const sprayer = '198.51.100.66';

describe.skipIf(engineMissing)('the audit of attempts at accounts', () => {
  let portal: TestPortal;
  const times: string[] = [];

  beforeAll(async () => {
    portal = await startPortal();
    const owner = await portal.signUp(victim);
    portal.clock.pass(3600);
    times.push(new Date(portal.clock.now()).toISOString());
    const outsider = await openBrowser(portal);
    outsider.address = sprayer;
    for (const name of ['nimbo', 'alto', 'cirro'])
      await outsider.signIn(`${name}@teapot.example`, 'Spring-2026');
    portal.clock.pass(3600);
    times.push(new Date(portal.clock.now()).toISOString());
    await owner.signIn(victim.toUpperCase(), 'typo');
    portal.clock.pass(1);
    await owner.signIn(victim, goodPassword);
    portal.clock.pass(1);
    await owner.post(calls.forgotPassword, { email: victim });
  });
  afterAll(() => portal.close());

  async function audit(...words: string[]): Promise<Record<string, string>[]> {
    const { status, stdout, stderr } = await runAdmin(portal, ['audit', ...words, '--json']);
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  }
  const brief = (rows: Record<string, string>[]) =>
    rows.map(({ event, outcome, address }) => `${event} ${outcome} ${address}`);

  test('can be searched by event and outcome', async () => {
    const refused = await audit('event=sign-in', 'outcome=refused');
    expect(brief(refused)).toEqual([
      'sign-in refused 203.0.113.7',
      ...Array(3).fill(`sign-in refused ${sprayer}`),
    ]);
    expect(refused[0]).toMatchObject({ actor: 'anonymous', details: { reason: '401 wrong-credentials' } });
    expect(await audit('event=sign-in', 'outcome=ok')).toMatchObject([{ actor: victim }]);
  });

  test('can be searched by network address', async () => {
    const rows = await audit(`address=${sprayer}`);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ target }) => target)).size).toBe(3);
  });

  test('can be searched by email address in any spelling', async () => {
    expect(brief(await audit(`address=${victim}`, `since=${times[0]}`))).toEqual([
      'reset-requested ok 203.0.113.7',
      'sign-in ok 203.0.113.7',
      'sign-in refused 203.0.113.7',
      `sign-in refused ${sprayer}`,
    ]);
    expect(brief(await audit('address=ALTO@teapot.example.'))).toEqual([`sign-in refused ${sprayer}`]);
    expect(await audit('address=nobody@teapot.example')).toEqual([]);
  });

  test('shows nothing for an unknown address without SECRET_KEY', async () => {
    expect(await operatorOf(portal).audit(['address=nobody@teapot.example'])).toEqual([]);
  });

  test('can be searched by time', async () => {
    const between = await audit(`since=${times[0]}`, `until=${times[1]}`);
    expect(brief(between)).toEqual(Array(3).fill(`sign-in refused ${sprayer}`));
  });

  test.each(['outcome=maybe', 'since=yesterday', 'colour=blue', 'event=', 'x'])(
    'is not looked for by %j: one line says what to write',
    async (word) => {
      const { status, stderr } = await runAdmin(portal, ['audit', word]);
      expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toContain(`Invalid filter ${word}. Filters: since=`);
    },
  );

  test('contains no email address of people without an account', async () => {
    expect(await dump(portal.database)).not.toContain('cirro@');
  });

  test('is deleted after thirty days, except changes to keys', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const aged = await startPortal();
    const browser = await aged.signUp('alto@teapot.example');
    await browser.post(calls.apiTokens, { name: 'Weathercock' });
    const events = async () =>
      (await aged.database.db.selectFrom('audit_events').select('event').execute()).map(({ event }) => event);
    expect((await events()).sort()).toEqual(['code-sent', 'code-verified', 'key-created', 'sign-up']);
    aged.clock.pass(30 * 24 * 3600);
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    await vi.waitFor(async () => expect(await events()).toEqual(['key-created']), 10_000);
    vi.useRealTimers();
    await aged.close();
  });
});
