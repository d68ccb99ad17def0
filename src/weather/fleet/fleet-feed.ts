import type { FastifyInstance } from 'fastify';
import { revalidate, type ServedFile, sendFile, servedFile } from '../../platform/http/served-file.ts';
import { fleet as address } from '../../urls.ts';
import type { FleetSnapshot } from '../contract.ts';
import { stepMs } from '../sandbox/balloons/flight-path.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { readFleet } from './fleet-snapshot.ts';

/** The sandbox's balloons have a new position every ten minutes. */
export const fleetStepMs = stepMs;

interface CurrentFleet {
  fleet: FleetSnapshot;
  file: ServedFile;
}

/** The sandbox's balloons now: computed on the first request and shared by all readers until the next step. */
export class FleetFeed {
  readonly #now: () => number;
  #timeMs = Number.NaN;
  #current: Promise<CurrentFleet> | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  read(): Promise<CurrentFleet> {
    const timeMs = Math.floor(this.#now() / fleetStepMs) * fleetStepMs;
    if (!this.#current || this.#timeMs !== timeMs) {
      this.#timeMs = timeMs;
      this.#current = readCurrentFleet(timeMs);
    }
    return this.#current;
  }
}

async function readCurrentFleet(timeMs: number): Promise<CurrentFleet> {
  const sandbox = createSandbox(() => timeMs);
  const fleet = await readFleet(sandbox, { timeMs, hasPaths: true });
  return { fleet, file: servedFile('application/json; charset=utf-8', JSON.stringify(fleet), revalidate) };
}

/** The fleet is public: every page with a map shows it to everyone. */
export function fleetRoutes(app: FastifyInstance, feed: FleetFeed): void {
  app.get(address, async (request, reply) => {
    const { file } = await feed.read();
    return sendFile(request, reply.header('X-Synthetic', 'true'), file);
  });
}
