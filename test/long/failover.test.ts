import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { gatewayVerify, ready } from '../../src/urls.ts';
import { Callers } from '../faults/callers.ts';
import { FaultEnvironment } from '../faults/fault-environment.ts';
import { brokenInvariants } from '../faults/invariants.ts';
import { KeyMakers } from '../faults/key-makers.ts';
import { SignUps } from '../faults/sign-ups.ts';
import { UnexpectedStatusError, type Workload } from '../faults/workload.ts';
import { createKey } from '../helpers/keys.ts';
import { type Cluster, findPostgres, freePort, startCluster } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { findProgram, type Running, startProgram } from '../helpers/recipe.ts';

const page = readFileSync(join(root, 'docs/deployment/failover.md'), 'utf8');
/** What the page sends to this program with `echo`. */
const commandsOf = (program: string) =>
  page
    .split('\n')
    .filter((line) => line.includes(`| ${program}`) || line.includes(`-- ${program}`))
    .map((line) => /^echo "([^"]+)"/.exec(line)![1]!);

const programs = findPostgres();
const haproxy = findProgram('haproxy');

describe.skipIf(!programs || !haproxy)('PostgreSQL with a synchronous standby behind HAProxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-failover-'));
  const socket = join(folder, 'admin.sock');
  let primary: Cluster;
  let standby: Cluster;
  let proxy: Running;
  let environment: FaultEnvironment;
  beforeAll(async () => {
    primary = await startCluster(programs!);
    standby = await startCluster(programs!, { follows: primary });
    await followSynchronously();
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      readFileSync(join(root, 'docs/deployment/postgres-haproxy.cfg'), 'utf8')
        .replace('/run/haproxy/admin.sock', socket)
        .replace('127.0.0.1:6432', `127.0.0.1:${port}`)
        .replace('10.0.0.11:5432', new URL(primary.url).host),
    );
    proxy = await startProgram([haproxy!, '-db', '-f', file], { port });
    environment = await FaultEnvironment.open({
      DATABASE_URL: `postgres://portal@127.0.0.1:${port}/postgres`,
    });
    await environment.start();
    environment.isExpected = (error) => error instanceof UnexpectedStatusError && error.status === 503;
  });
  afterAll(async () => {
    await environment?.close();
    await proxy?.stop();
    standby?.stop();
    primary?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The primary acknowledges a write when the standby has it. */
  async function followSynchronously(): Promise<void> {
    const client = new pg.Client({ connectionString: `${primary.url}postgres` });
    await client.connect();
    for (const statement of commandsOf('psql')) await client.query(statement);
    await eventually(async () => {
      const { rows } = await client.query('select sync_state from pg_stat_replication');
      return rows[0]?.sync_state === 'sync' || undefined;
    });
    await client.end();
  }

  /** Sends a command of the failover page to HAProxy. */
  function tellProxy(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      connect(socket)
        .on('data', (text) => (answer += text))
        .on('end', () => resolve(answer.trim()))
        .on('error', reject)
        .end(`${command}\n`);
    });
  }

  test('is promoted under load: few calls are refused, and no acknowledged write is lost', async () => {
    const signUps = new SignUps(environment);
    const { browser } = await signUps.signUpOne();
    const callers = new Callers(environment, await createKey(browser));
    const maker = await signUps.signUpOne();
    const keys = new KeyMakers(environment, () => maker);
    const workloads: Workload[] = [signUps, keys, callers];
    const working = Promise.allSettled(workloads.map((workload) => workload.work()));
    await sleep(5000);

    const diedAt = performance.now();
    await primary.crash();
    await standby.promote();
    const { hostname, port } = new URL(standby.url);
    const [move, end] = commandsOf('socat stdio');
    expect(await tellProxy(move!.replace('10.0.0.12', hostname).replace('5432', port))).toContain('changed');
    expect(await tellProxy(end!)).toBe('');
    await eventually(async () => (await fetch(environment.portal.url + ready)).ok || undefined, 20);
    const readyAt = performance.now();

    await sleep(5000);
    environment.rest();
    const ends = await working;
    expect(environment.surprises()).toEqual([]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);

    const { answers } = environment;
    const made = answers.filter(({ url }) => url.startsWith(gatewayVerify));
    const refused = made.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 'broken' || (status >= 500 && status !== 503))).toEqual(
      [],
    );
    expect(made.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const late = answers.filter(({ startedAt, status }) => startedAt > readyAt + 2000 && status === 503);
    expect(late).toEqual([]);

    environment.use(environment.portal);
    const lost = [
      ...(await signUps.complaints()),
      ...(await signUps.lateComplaints()),
      ...(await keys.complaints()),
    ];
    expect(lost).toEqual([]);
    expect(keys.made).toBeGreaterThan(0);
    expect(signUps.signedUp.length).toBeGreaterThan(5);
    expect(await environment.look(brokenInvariants)).toEqual([]);
    console.log(
      `${refused.length} of ${made.length} calls refused, the slowest answered after ${Math.round(Math.max(...made.map(({ ms }) => ms)))} ms, ready ${Math.round(readyAt - diedAt)} ms after the crash; ${signUps.signedUp.length} sign-ups and ${keys.made} keys acknowledged, none lost`,
    );
  });
});
