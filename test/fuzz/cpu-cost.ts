import { exchange } from './exchange.ts';
import type { Place } from './long-places.ts';
import { innocent } from './long-runs.ts';
import { toWire } from './request.ts';
import type { Wallet } from './wallet.ts';

/** Above this, and above so many times an innocent request of that size, a request is too dear. */
const msMax = 50;
const timesMax = 10;
const tries = 3;

/** Sends each text to each place, and says which of them cost the portal, in this process, too much. */
export class CpuCost {
  readonly #port: number;
  readonly #wallet: Wallet;

  constructor(port: number, wallet: Wallet) {
    this.#port = port;
    this.#wallet = wallet;
  }

  /** Undefined when it costs no more than it should. */
  async complaint(place: Place, text: string): Promise<string | undefined> {
    if ((await this.#cpuMs(place, text)) <= msMax) return undefined;
    const hostile = await this.#least(place, text);
    // A few of the same characters: 15,000 zeros are a number, and what it asks for has its price.
    const few = text.slice(0, 9) + text.slice(-1);
    const usual = Math.max(await this.#least(place, innocent), await this.#least(place, few));
    if (hostile <= msMax || hostile <= timesMax * usual) return undefined;
    const cost = `${Math.round(hostile)} ms of CPU, an innocent text ${usual.toFixed(1)} ms`;
    return `${place.name} ← ${JSON.stringify(text.slice(0, 8))}…${JSON.stringify(text.slice(-1))}: ${cost}`;
  }

  async #least(place: Place, text: string): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < tries; attempt++) least = Math.min(least, await this.#cpuMs(place, text));
    return least;
  }

  /** Of this thread alone: others hash passwords and compress. */
  async #cpuMs(place: Place, text: string): Promise<number> {
    const wire = toWire(place.request(text), this.#wallet);
    const before = process.threadCpuUsage();
    await exchange(this.#port, wire);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }
}
