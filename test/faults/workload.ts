import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEnvironment } from './fault-environment.ts';

/** People or programs that use the portal until it is gone, and afterwards report what is missing. */
export interface Workload {
  name: string;
  /** Returns when the portal is gone. Wrong answers are kept for `complaints`. */
  work(): Promise<void>;
  /** Lists, on a portal that runs again, what was acknowledged and is missing, or exists and must not. */
  complaints(): Promise<string[]>;
}

/** A refusal where success was expected. */
export class UnexpectedStatusError extends Error {
  readonly status: number;

  constructor(what: string, answer: { statusCode: number; body: string }) {
    super(`${what} was answered ${answer.statusCode} ${answer.body}`);
    this.status = answer.statusCode;
  }
}

/** Repeats the work, several at a time, until the portal is gone or paused. */
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
        // A connection that broke with the portal is expected.
        if (environment.isOpen && !environment.isExpected(error)) throw error;
        await sleep(retryDelayMs);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

const retryDelayMs = 100;
