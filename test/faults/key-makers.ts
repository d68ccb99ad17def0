import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls } from '../../src/urls.ts';
import type { Browser } from '../helpers/browser.ts';
import { listKeys } from '../helpers/keys.ts';
import { callWith, type FaultEnvironment } from './fault-environment.ts';
import { repeatUntilDown, UnexpectedStatusError, type Workload } from './workload.ts';

interface Made {
  key: CreatedApiToken;
  state: 'made' | 'deleting' | 'deleted';
}

/** The keys of one person according to the answers. */
interface Holder {
  email: string;
  browser: Browser;
  keys: Map<string, Made>;
  /** Requests without a response; their keys may exist or not. */
  unanswered: number;
}

/** People who create and delete several keys at a time. Each round has a new person, because changes are limited. */
export class KeyMakers implements Workload {
  readonly name = 'keys';
  readonly #environment: FaultEnvironment;
  readonly #nextPerson: () => { email: string; browser: Browser };
  readonly #holders: Holder[] = [];
  made = 0;
  deleted = 0;

  constructor(environment: FaultEnvironment, nextPerson: () => { email: string; browser: Browser }) {
    this.#environment = environment;
    this.#nextPerson = nextPerson;
  }

  async work(): Promise<void> {
    const { email, browser } = this.#nextPerson();
    const holder: Holder = { email, browser, keys: new Map(), unanswered: 0 };
    this.#holders.push(holder);
    let isTired = false;
    await repeatUntilDown(this.#environment, 3, async () => {
      if (isTired) return new Promise((resolve) => setTimeout(resolve, 20));
      isTired = (await this.#create(holder)) === 429;
      const oldest = [...holder.keys.values()].filter(({ state }) => state === 'made');
      if (oldest.length >= 4) await this.#delete(holder, oldest[0]!);
    });
  }

  complaints = () => this.#complaintsOf(this.#holders.at(-1)!);

  async lateComplaints(): Promise<string[]> {
    return (await Promise.all(this.#holders.map((holder) => this.#complaintsOf(holder)))).flat();
  }

  async #create(holder: Holder): Promise<number> {
    holder.unanswered++;
    const answer = await holder.browser.post(calls.apiTokens, { name: 'Weathercock' });
    if (answer.statusCode >= 500) throw new UnexpectedStatusError('A key', answer);
    holder.unanswered--;
    if (answer.statusCode === 201) {
      const key: CreatedApiToken = answer.json().token;
      holder.keys.set(key.id, { key, state: 'made' });
      this.made++;
    } else if (answer.statusCode !== 422 && answer.statusCode !== 429)
      throw new UnexpectedStatusError('A key', answer);
    return answer.statusCode;
  }

  async #delete(holder: Holder, made: Made): Promise<void> {
    made.state = 'deleting';
    const answer = await holder.browser.delete(calls.apiToken(made.key.id));
    if (answer.statusCode !== 200) throw new UnexpectedStatusError('A deletion', answer);
    made.state = 'deleted';
    this.deleted++;
  }

  async #complaintsOf({ email, browser, keys, unanswered }: Holder): Promise<string[]> {
    const listed = new Set((await listKeys(browser)).map(({ id }) => id));
    const unknown = [...listed].filter((id) => !keys.has(id));
    const found: string[] = [];
    if (listed.size > 5) found.push(`${email} has ${listed.size} keys`);
    if (unknown.length > unanswered) found.push(`${email} has keys that were not asked for: ${unknown}`);
    for (const { key, state } of keys.values()) {
      const isThere = listed.has(key.id);
      if (state !== 'deleting' && isThere !== (state === 'made'))
        found.push(`${email} ${state} ${key.id}, and it is ${isThere ? 'there' : 'gone'}`);
      const { statusCode: status } = await callWith(this.#environment, key);
      if (status !== (isThere ? 200 : 403))
        found.push(`${key.id} is ${isThere ? 'there' : 'gone'}: ${status}`);
    }
    return found;
  }
}
