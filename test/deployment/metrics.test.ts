import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/platform/root.ts';
import { freePort } from '../helpers/postgres.ts';
import { type PortalProcess, spawnPortalProcess, startPortalProcess } from '../helpers/process.ts';

describe('the metrics listener', () => {
  let portal: PortalProcess;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    portal = await startPortalProcess({ METRICS_LISTEN: String(metricsPort) });
  }, 60_000);
  afterAll(() => portal?.close());

  const ask = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);

  test("is separate: the portal's port has no metrics, and this one has nothing else", async () => {
    const answer = await ask('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
    expect([(await ask('/')).status, (await ask('/docs')).status]).toEqual([404, 404]);
  });

  test('has every metric that an alert uses', async () => {
    const text = await (await ask('/metrics')).text();
    const offered = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!));
    const rules = parse(readFileSync(join(root, 'docs/deployment/alerts.yaml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const alerts = rules.groups.flatMap((group) => group.rules);
    expect(alerts.length).toBeGreaterThan(5);
    for (const { alert, expr } of alerts) {
      const names = [...expr.matchAll(/\b(?:portal|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      );
      expect([alert, names.length > 0, names.filter((name) => !offered.has(name))]).toEqual([
        alert,
        true,
        [],
      ]);
    }
  });

  test('stops the start with one line if its port is taken', async () => {
    const second = await spawnPortalProcess({ METRICS_LISTEN: String(metricsPort) });
    await new Promise((resolve) => second.process.once('exit', resolve));
    expect(second.output().trim()).toMatch(/^METRICS_LISTEN: .*EADDRINUSE.*$/);
    await second.close();
  }, 60_000);
});
