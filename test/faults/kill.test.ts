import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineMissing } from '../helpers/database.ts';
import { createKey } from '../helpers/keys.ts';
import { Callers } from './callers.ts';
import { FaultEnvironment } from './fault-environment.ts';
import { brokenInvariants } from './invariants.ts';
import { KeyMakers } from './key-makers.ts';
import { faultRounds } from './run-length.ts';
import { SignUps } from './sign-ups.ts';

/** Long enough for several writes of usage counts, short enough for many rounds. */
const maxSeconds = 2;

describe.skipIf(engineMissing)(`after ${faultRounds} kills at a random moment, with everyone at work`, () => {
  let environment: FaultEnvironment;
  let signUps: SignUps;
  let keys: KeyMakers;
  let callers: Callers;
  const complaints: Record<string, string[]> = { invariants: [], log: [] };

  beforeAll(async () => {
    environment = await FaultEnvironment.open();
    await environment.start();
    signUps = new SignUps(environment);
    const { browser } = await signUps.signUpOne();
    callers = new Callers(environment, await createKey(browser));
    signUps.signedUp.length = 0;
    keys = new KeyMakers(environment, () => signUps.signedUp.pop()!);
    for (let round = 1; round <= faultRounds; round++) await playRound(round);
    for (const workload of [signUps, keys])
      for (const line of await workload.lateComplaints()) complain(workload.name, line);
    console.log(
      `Keys made ${keys.made}, deleted ${keys.deleted}; calls ${callers.answered}, of which not counted ${callers.lost}; sign-ups interrupted: ${JSON.stringify(signUps.interrupted)}`,
    );
  });
  afterAll(() => environment?.close());

  async function playRound(round: number): Promise<void> {
    if (signUps.signedUp.length === 0) await signUps.signUpOne();
    const workloads = [signUps, keys, callers];
    const working = Promise.all(
      workloads.map((workload) =>
        workload.work().catch((error: Error) => complain(workload.name, error.message)),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxSeconds * 1000));
    await environment.kill();
    await working;
    for (const line of environment.surprises()) complain('log', `round ${round}: ${line}`);
    await environment.start();
    for (const workload of workloads)
      for (const line of await workload.complaints()) complain(workload.name, `round ${round}: ${line}`);
    for (const line of await environment.look(brokenInvariants))
      complain('invariants', `round ${round}: ${line}`);
  }

  const complain = (about: string, line: string) => {
    complaints[about] = [...(complaints[about] ?? []), line];
  };

  test('every answered step of a sign-up counts, an account exists completely or not at all, and no code works twice', () => {
    expect(complaints['sign-ups'] ?? []).toEqual([]);
    expect(signUps.checked).toBeGreaterThan(faultRounds);
  });

  test('every acknowledged key works, every deleted one is gone, and nobody has six', () => {
    expect(complaints.keys ?? []).toEqual([]);
    expect(keys.made).toBeGreaterThan(faultRounds);
    expect(keys.deleted).toBeGreaterThan(0);
  });

  test('at most the counted calls of the last second are missing', () => {
    expect(complaints.usage ?? []).toEqual([]);
    expect(callers.answered - callers.lost).toBeGreaterThan(0);
  });

  test('the database is consistent', () => {
    expect(complaints.invariants).toEqual([]);
  });

  test('no answer was an unexpected error', () => {
    expect(complaints.log).toEqual([]);
  });
});
