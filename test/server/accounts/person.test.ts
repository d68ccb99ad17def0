import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('what the operator sees of a person', () => {
  let portal: TestPortal;
  let secret: string;
  let clientId: string;
  beforeAll(async () => {
    portal = await startPortal();
    const browser = await portal.signUp(email);
    const key = await createKey(browser, { name: 'Weathercock' });
    await browser.post(calls.accessRequests, { key_id: key.id, purpose: 'Storms', volume: '' });
    secret = key.token;
    clientId = key.external_id;
  });
  afterAll(() => portal.close());

  test('is everything that is stored, as JSON', async () => {
    const { status, stdout } = await runAdmin(portal, ['person', email.toUpperCase(), '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      account: { email, name: 'Alto Cumulus' },
      sessions: [{}],
      keys: [{ name: 'Weathercock', external_id: clientId }],
      access_requests: [{ state: 'open', purpose: 'Storms' }],
    });
    expect(stdout).not.toContain(secret);
  });

  test('is the same in words, under its names, in 100 columns', async () => {
    const { stdout } = await runAdmin(portal, ['person', email]);
    for (const part of ['account', 'sessions', 'keys', 'access_requests', 'records'])
      expect(stdout).toMatch(new RegExp(`^${part}$`, 'm'));
    expect(stdout).toContain('Weathercock');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('is one line if there is no such account', async () => {
    const answer = await runAdmin(portal, ['person', 'nobody@teapot.example']);
    expect(answer).toEqual({
      status: 2,
      stdout: '',
      stderr: 'No account with email nobody@teapot.example\n',
    });
  });
});
