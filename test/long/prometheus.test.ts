import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { gatewayVerify, pages } from '../../src/urls.ts';
import { alerts, panels } from '../deployment/metric-names.ts';
import { createPostgresDatabase } from '../helpers/database.ts';
import { freePort } from '../helpers/postgres.ts';
import { eventually, type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { findProgram, type Running, startProgram } from '../helpers/recipe.ts';

const [prometheus, promtool] = [findProgram('prometheus'), findProgram('promtool')];
const missing = [prometheus ? '' : 'Prometheus', inject('postgresUrl') ? '' : 'PostgreSQL']
  .filter(Boolean)
  .join(', ');
const title = `Prometheus with the shipped files${missing && ` (not installed here: ${missing})`}`;

describe.skipIf(missing !== '')(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-prometheus-'));
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let portals: PortalProcess[];
  let server: Running;

  beforeAll(async () => {
    database = await createPostgresDatabase();
    const metricsPorts = [await freePort(), await freePort()];
    const env = { DATABASE_URL: database.url, SECRET_KEY: randomSecret() };
    portals = await Promise.all(
      metricsPorts.map((port) => startPortalProcess({ ...env, METRICS_LISTEN: String(port) })),
    );
    cpSync(join(root, 'docs/deployment/alerts.yaml'), join(folder, 'alerts.yaml'));
    const shipped = readFileSync(join(root, 'docs/deployment/prometheus.yaml'), 'utf8');
    // Only the ports differ, and how often it reads them, so that the test need not wait.
    const changed = shipped
      .replace('127.0.0.1:13001', `127.0.0.1:${metricsPorts[0]}`)
      .replace('127.0.0.1:13002', `127.0.0.1:${metricsPorts[1]}`)
      .replace('scrape_interval: 15s', 'scrape_interval: 1s');
    writeFileSync(join(folder, 'prometheus.yaml'), changed);
    const port = await freePort();
    server = await startProgram(
      [
        prometheus!,
        `--config.file=${folder}/prometheus.yaml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { port },
    );
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all((portals ?? []).map((portal) => portal.close()));
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const query = async (
    expr: string,
  ): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const url = `http://127.0.0.1:${server.port}/api/v1/query?query=${encodeURIComponent(expr)}`;
    const answer = (await (await fetch(url)).json()) as {
      status: string;
      error?: string;
      data: { result: [] };
    };
    if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error}`);
    return answer.data.result;
  };

  test('promtool accepts the configuration and the alerts', () => {
    const checked = execFileSync(promtool!, ['check', 'config', join(folder, 'prometheus.yaml')], {
      encoding: 'utf8',
    });
    expect(checked).toContain(`SUCCESS: ${alerts().length} rules found`);
  });

  test('scrapes both processes, and every panel of the dashboard has data', async () => {
    const visit = () =>
      Promise.all(portals.flatMap(({ url }) => [fetch(url + gatewayVerify), fetch(url + pages.docs)]));
    await eventually(async () => {
      await visit();
      return (await query('up{job="portal"} == 1')).length === 2 || undefined;
    });
    expect((await query('portal_info{job="portal"}')).map(({ metric }) => metric.parts)).toEqual([
      'all',
      'all',
    ]);
    // These need what a healthy portal without keys does not have: responses with 5xx, and keys that are read.
    const empty = ['Errors per second, by part', 'Keys found in memory'];
    for (const { title: panel, expr } of panels()) {
      const filled = expr.replaceAll('$instance', '.*');
      if (empty.includes(panel)) expect([panel, Array.isArray(await query(filled))]).toEqual([panel, true]);
      else
        await eventually(async () => {
          await visit();
          return (await query(filled)).length > 0 || undefined;
        }).catch(() => expect.fail(`${panel}: no data for ${filled}`));
    }
  });

  test('no alert is pending while the portal is healthy, and one is when a process is gone', async () => {
    const names = async () =>
      (await query('ALERTS{alertname=~"Portal.*"}')).map(({ metric }) => metric.alertname);
    expect(await names()).toEqual([]);
    await portals[1]!.kill('SIGKILL');
    await eventually(async () => (await query('up{job="portal"} == 0')).length === 1 || undefined);
    const { expr } = alerts().find(({ title: name }) => name === 'PortalDown')!;
    expect(await query(expr)).toHaveLength(1);
  });
});
