import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../../src/platform/root.ts';
import { gatewayVerify, health } from '../../src/urls.ts';
import { freePort } from '../helpers/postgres.ts';
import { type PortalProcess, spawnPortalProcess, startPortalProcess } from '../helpers/process.ts';
import {
  alerts,
  dashboard,
  documentedMetrics,
  panels,
  readMetrics,
  scrapeConfig,
  selectorsOf,
} from './metric-names.ts';

describe('the metrics listener', () => {
  let portal: PortalProcess;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    portal = await startPortalProcess({ METRICS_LISTEN: String(metricsPort) });
    await fetch(portal.url + gatewayVerify);
  }, 60_000);
  afterAll(() => portal?.close());

  const ask = (path: string, port = metricsPort) => fetch(`http://127.0.0.1:${port}${path}`);
  const read = async () => readMetrics(await (await ask('/metrics')).text());

  test("is separate: the portal's port has no metrics, and this one has nothing else", async () => {
    const answer = await ask('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
    expect([(await ask('/')).status, (await ask('/docs')).status]).toEqual([404, 404]);
  });

  test('has the release and the commit of the checkout, and so has the health check', async () => {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const info = (await read()).get('portal_info')!;
    expect([[...info.get('version')!], [...info.get('commit')!]]).toEqual([[packageFile.version], [commit]]);
    expect(await (await fetch(portal.url + health)).json()).toEqual({
      status: 'up',
      version: packageFile.version,
      commit,
    });
  });

  test('has every metric that an alert or the dashboard uses, with its labels', async () => {
    const metrics = await read();
    // Prometheus adds these. A status class exists once there was such a response.
    const addedLater = ['job', 'instance', 'le', 'status'];
    const queries = [...alerts(), ...panels()];
    expect([alerts().length > 5, panels().length > 15]).toEqual([true, true]);
    for (const { title, expr } of queries) {
      const selectors = selectorsOf(expr);
      expect([title, selectors.length > 0]).toEqual([title, true]);
      for (const { name, labels } of selectors) {
        expect([title, name, metrics.has(name)]).toEqual([title, name, true]);
        for (const [label, values] of labels.filter(([each]) => !addedLater.includes(each)))
          expect([title, name, label, [...(metrics.get(name)!.get(label) ?? [])]]).toEqual([
            title,
            name,
            label,
            expect.arrayContaining(values),
          ]);
      }
    }
  });

  test('has exactly the metrics that the operations guide explains, and each is on the dashboard', async () => {
    const exported = [...(await read()).keys()].toSorted();
    expect(documentedMetrics().toSorted()).toEqual(exported);
    const shown = new Set(panels().flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)));
    expect(exported.filter((name) => !shown.has(name))).toEqual([]);
  });

  describe('with several processes on one machine', () => {
    test('a second process with a port of its own has its own metrics', async () => {
      const secondPort = await freePort();
      const second = await startPortalProcess({
        METRICS_LISTEN: String(secondPort),
        PORTAL_PARTS: 'gateway',
      });
      const partsOf = async (port: number) => [
        ...readMetrics(await (await ask('/metrics', port)).text())
          .get('portal_info')!
          .get('parts')!,
      ];
      expect([await partsOf(metricsPort), await partsOf(secondPort)]).toEqual([['all'], ['gateway']]);
      await second.close();
    }, 60_000);

    test('a second process with the same port does not start, and one line says what to do', async () => {
      const second = await spawnPortalProcess({ METRICS_LISTEN: String(metricsPort) });
      await new Promise((resolve) => second.process.once('exit', resolve));
      expect(second.process.exitCode).toBe(1);
      expect(second.output().trim()).toMatch(
        /^METRICS_LISTEN: .*EADDRINUSE.*: give each process on this machine its own port$/,
      );
      await second.close();
    }, 60_000);
  });
});

describe('the files for Prometheus and Grafana', () => {
  const unit = readFileSync(join(root, 'docs/deployment/portal@.service'), 'utf8');
  const processes = readFileSync(join(root, 'docs/deployment/portal-processes.conf'), 'utf8');

  test('scrape the port that the unit gives each process, under the name that the alerts expect', () => {
    const metricsListen = /^Environment=METRICS_LISTEN=(.*)$/m.exec(unit)![1]!;
    const ports = [...processes.matchAll(/^server 127\.0\.0\.1:(\d+)/gm)].map((match) => match[1]!);
    const [job, ...others] = scrapeConfig().scrape_configs;
    expect(others).toEqual([]);
    expect(job!.static_configs.flatMap(({ targets }) => targets)).toEqual(
      ports.map((port) => `127.0.0.1:${metricsListen.replace('%i', port)}`),
    );
    for (const { expr } of [...alerts(), ...panels()])
      for (const [, name] of expr.matchAll(/\bjob="(\w+)"/g)) expect(name).toBe(job!.job_name);
  });

  test('name files and variables that exist', () => {
    for (const file of scrapeConfig().rule_files)
      expect([file, existsSync(join(root, 'docs/deployment', file))]).toEqual([file, true]);
    const variables = dashboard().templating.list.map(({ name }) => name);
    const used = new Set([...JSON.stringify(dashboard()).matchAll(/\$\{?(\w+)/g)].map((match) => match[1]!));
    // Grafana has this value for all entries of a list.
    used.delete('__all');
    expect([...used].toSorted()).toEqual(variables.toSorted());
  });
});
