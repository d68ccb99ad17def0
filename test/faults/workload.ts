import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEnvironment } from './fault-environment.ts';

/** People or programs that use the portal until it is gone, and afterwards say what they miss. */
export interface Workload {
  name: string;
  /** Returns when the portal is gone. What it should never have answered is kept for `complaints`. */
  work(): Promise<void>;
  /** On a portal that runs again: what was acknowledged and is not there, or is there and must not be. */
  complaints(): Promise<string[]>;
}

/** An answer that says no, where a yes was due. */
export class UnexpectedStatusError extends Error {
  readonly status: number;

  constructor(what: string, answer: { statusCode: number; body: string }) {
    super(`${what} was answered ${answer.statusCode} ${answer.body}`);
    this.status = answer.statusCode;
  }
}

/** Does the same over and over, several at a time, until the portal is gone or at rest. */
export async function repeatUntilDown(
  environment: FaultEnvironment,
  parallel: number,
  act: () => Promise<unknown>,
): Promise<void> {
  const one = async () => {
    while (environment.isOpen) {
      try {
        await act();
      } catch (error) {
        // A connection that broke with the portal is what this is all about.
        if (environment.isOpen && !environment.isExpected(error)) throw error;
        await sleep(retryDelayMs);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

const retryDelayMs = 100;
