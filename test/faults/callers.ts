import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { eventually } from '../helpers/process.ts';
import { callWith, type FaultEnvironment, liftLimit } from './fault-environment.ts';
import { repeatUntilDown, UnexpectedStatusError, type Workload } from './workload.ts';

/** Counts are written twice a second, so a crash may lose those of the last second. */
const maxLostSeconds = 1;

/** Programs that call with one key as fast as they are answered, and count their calls. */
export class Callers implements Workload {
  readonly name = 'usage';
  readonly #environment: FaultEnvironment;
  readonly #key: CreatedApiToken;
  #sent = 0;
  #answeredAt: number[] = [];
  #counted = 0;
  answered = 0;
  lost = 0;

  constructor(environment: FaultEnvironment, key: CreatedApiToken) {
    this.#environment = environment;
    this.#key = key;
  }

  async work(): Promise<void> {
    await this.#refillQuota();
    this.#sent = 0;
    this.#answeredAt = [];
    await repeatUntilDown(this.#environment, 3, async () => {
      this.#sent++;
      const answer = await callWith(this.#environment, this.#key);
      if (answer.statusCode !== 200) throw new UnexpectedStatusError('A call with a good key', answer);
      this.#answeredAt.push(performance.now());
    });
  }

  async complaints(): Promise<string[]> {
    const before = this.#counted;
    this.#counted = await this.#readCount();
    const written = this.#counted - before;
    const dueBefore = this.#environment.killedAt - maxLostSeconds * 1000;
    const due = this.#answeredAt.filter((at) => at < dueBefore).length;
    this.answered += this.#answeredAt.length;
    this.lost += Math.max(0, this.#answeredAt.length - written);
    if (written < due) return [`${due} calls were made a second before the crash, ${written} were kept`];
    if (written > this.#sent) return [`${this.#sent} calls were made, ${written} were counted`];
    return [];
  }

  /** Returns the calls of a round without a crash that are not counted within a few seconds. */
  async missing(): Promise<number> {
    const before = this.#counted;
    const missing = () => this.#answeredAt.length - (this.#counted - before);
    await eventually(async () => {
      this.#counted = await this.#readCount();
      return missing() <= 0 || undefined;
    }).catch(() => {});
    return Math.max(0, missing());
  }

  /** Each start takes a twentieth of the hour's quota in advance, and a crash loses it. */
  async #refillQuota(): Promise<void> {
    await this.#environment.look(async ({ db }) => {
      await db.deleteFrom('key_quota').execute();
      await db.deleteFrom('person_quota').execute();
    });
    await liftLimit(this.#environment, this.#key);
  }

  async #readCount(): Promise<number> {
    const rows = await this.#environment.look(({ db }) =>
      db.selectFrom('key_calls').select('requests').where('key_id', '=', this.#key.id).execute(),
    );
    return rows.reduce((sum, { requests }) => sum + requests, 0);
  }
}
