import { cacheAndAsk, type ServedFile, servedFile } from '../../platform/http/served-file.ts';
import { inSlices } from '../../platform/long-work.ts';
import type { FleetSnapshot } from '../contract.ts';
import { fleetAt, fleetStepMs } from './fleet-snapshot.ts';

interface FleetFigure {
  fleet: FleetSnapshot;
  file: ServedFile;
}

/** The fleet as it is now: made when first asked for, and once for everyone until it changes. */
export class FleetFeed {
  readonly #now: () => number;
  #timeMs = Number.NaN;
  #made: Promise<FleetFigure> | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  read(): Promise<FleetFigure> {
    const timeMs = Math.floor(this.#now() / fleetStepMs) * fleetStepMs;
    if (!this.#made || this.#timeMs !== timeMs) {
      this.#timeMs = timeMs;
      this.#made = makeFleet(timeMs);
    }
    return this.#made;
  }
}

async function makeFleet(timeMs: number): Promise<FleetFigure> {
  const fleet = await inSlices(fleetAt(timeMs));
  return { fleet, file: servedFile('application/json; charset=utf-8', JSON.stringify(fleet), cacheAndAsk) };
}
