import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { newClientId, newSecret } from '../../../src/keys/key-secrets.ts';
import type { Metric } from '../../../src/platform/metrics.ts';
import { calls, pages } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the metrics of a process', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal({ METRICS_LISTEN: '9464' });
    key = await createKey(await portal.signUp());
  });
  afterAll(() => portal.close());

  const samplesOf = (metrics: Metric[], name: string) =>
    metrics.find((metric) => metric.name === name)?.samples ?? [];
  const numberOf = (metrics: Metric[], name: string, labels: Record<string, string> = {}, suffix?: string) =>
    samplesOf(metrics, name).find(
      (sample) =>
        sample.suffix === suffix &&
        Object.entries(labels).every(([label, value]) => sample.labels?.[label] === value),
    )?.value ?? 0;

  /** Measures how much a metric grows during an action. */
  async function growth(act: () => Promise<unknown>) {
    const before = await portal.readMetrics();
    await act();
    const after = await portal.readMetrics();
    return (name: string, labels: Record<string, string> = {}, suffix?: string) =>
      numberOf(after, name, labels, suffix) - numberOf(before, name, labels, suffix);
  }

  test('count each verdict by its cause, from memory or not', async () => {
    const grown = await growth(async () => {
      for (let call = 0; call < 5; call++) await verify(portal, withSecret(key));
      await verify(portal, withSecret({ ...key, token: newSecret('tea') }));
      await verify(portal, withSecret(key), { path: '/api/v1/hdd' });
      await verify(portal, basic(newClientId('tea'), newSecret('tea')));
      await verify(portal, undefined);
    });
    const verdict = (name: string) => grown('portal_verdicts_total', { verdict: name });
    expect([
      verdict('allowed'),
      verdict('wrong-secret'),
      verdict('role-too-small'),
      verdict('unknown'),
    ]).toEqual([5, 1, 1, 2]);
    expect(grown('portal_requests_total', { surface: 'gateway', status: '2xx' })).toBe(5);
    expect(grown('portal_requests_total', { surface: 'gateway', status: '4xx' })).toBe(4);
    expect(grown('portal_request_seconds', { surface: 'gateway' }, '_count')).toBe(9);
    expect(grown('portal_key_lookups_total', { from: 'memory' })).toBeGreaterThanOrEqual(4);
    expect(grown('portal_key_lookups_total', { from: 'database' })).toBeGreaterThanOrEqual(1);
  });

  test('count many denials at once, which bypass the framework', async () => {
    const storm = 60;
    const grown = await growth(async () => {
      for (let call = 0; call < storm; call++) await verify(portal, undefined);
    });
    expect(grown('portal_verdicts_total', { verdict: 'unknown' })).toBe(storm);
    expect(grown('portal_requests_total', { surface: 'gateway', status: '4xx' })).toBe(storm);
  });

  test('distinguish pages, calls and health checks', async () => {
    const grown = await growth(async () => {
      await portal.server.inject(pages.docs);
      await portal.server.inject('/nowhere');
      await portal.server.inject(calls.authStatus);
      await portal.server.inject('/healthz');
    });
    const of = (surface: string, status: string) => grown('portal_requests_total', { surface, status });
    expect([of('portal', '2xx'), of('portal', '4xx'), of('health', '2xx')]).toEqual([2, 1, 1]);
  });

  test('show how many emails wait, and for how long', async () => {
    const { db } = portal.database;
    await portal.mail.drain();
    const created_at = portal.clock.now() - 60_000;
    const row = { sealed: 'x', address_hash: '', attempts: 0, claimed_until: 0, created_at };
    await db
      .insertInto('mail_queue')
      .values({ id: 'later', ...row, due_at: Number.MAX_SAFE_INTEGER })
      .execute();
    const metrics = await portal.readMetrics();
    expect([
      numberOf(metrics, 'portal_mail_waiting'),
      numberOf(metrics, 'portal_mail_oldest_seconds'),
    ]).toEqual([1, 60]);
    await db.deleteFrom('mail_queue').where('id', '=', 'later').execute();
  });

  test('count failed statements, and leave out email while the database is down', async () => {
    const grown = await growth(async () => {
      await sql`select * from nowhere`.execute(portal.database.db).catch(() => {});
    });
    expect(grown('portal_database_errors_total', { kind: 'other' })).toBe(1);
    await sql`alter table mail_queue rename to mail_queue_gone`.execute(portal.database.db);
    const metrics = await portal.readMetrics();
    await sql`alter table mail_queue_gone rename to mail_queue`.execute(portal.database.db);
    expect(samplesOf(metrics, 'portal_mail_waiting')).toEqual([]);
    expect(numberOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  test('contain no key, path or address', async () => {
    await portal.server.inject(`/somewhere/${key.external_id}?q=1`);
    const text = JSON.stringify(await portal.readMetrics());
    for (const secret of [key.external_id, key.id, key.token, '127.0.0.1', '/somewhere', '/api/v1', '@'])
      expect(text).not.toContain(secret);
  });
});
