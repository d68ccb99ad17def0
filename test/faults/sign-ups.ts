import { eventually } from '../helpers/process.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import { SignUpClient } from './sign-up-client.ts';
import { repeatUntilDown, type Workload } from './workload.ts';

/** A process that died while it sent a mail blocks that mail for forty seconds. */
const maxMailSeconds = 60;

/** The number is below the limit of the hashing queue, which answers 503 beyond it. */
const checkedAtOnce = 10;

/** People who sign up, each with another address. */
export class SignUps implements Workload {
  readonly name = 'sign-ups';
  readonly #environment: FaultEnvironment;
  #current: SignUpClient[] = [];
  /** People whose code was promised and has not arrived yet. */
  #waiting: SignUpClient[] = [];
  #count = 0;
  readonly signedUp: SignUpClient[] = [];
  checked = 0;
  /** Sign-ups that a crash interrupted, by the step it interrupted. */
  readonly interrupted: Record<string, number> = {};

  constructor(environment: FaultEnvironment) {
    this.#environment = environment;
  }

  async signUpOne(): Promise<SignUpClient> {
    const client = this.#client();
    this.signedUp.push(await client.signUp());
    return client;
  }

  async work(): Promise<void> {
    this.#current = [];
    await repeatUntilDown(this.#environment, 3, () => {
      const client = this.#client();
      this.#current.push(client);
      return client.signUp();
    });
  }

  async complaints(): Promise<string[]> {
    for (const { step } of this.#current)
      if (step !== 'signed up') this.interrupted[step] = (this.interrupted[step] ?? 0) + 1;
    const promised = [...this.#waiting, ...this.#current.filter(({ step }) => step === 'asked')];
    this.#waiting = promised.filter(({ hasMail }) => !hasMail);
    const known = this.#current.filter(({ step }) => !['new', 'asking', 'asked'].includes(step));
    return this.#check([...promised.filter(({ hasMail }) => hasMail), ...known]);
  }

  /** Expects after the last round that every promised code arrives and works. */
  async lateComplaints(): Promise<string[]> {
    const isComplete = () => this.#waiting.every(({ hasMail }) => hasMail);
    await eventually(() => isComplete() || undefined, maxMailSeconds).catch(() => {});
    const without = this.#waiting.filter(({ hasMail }) => !hasMail);
    const late = await this.#check(this.#waiting.filter(({ hasMail }) => hasMail));
    return [...without.map(({ email }) => `${email} was promised a code and got no mail`), ...late];
  }

  #client = () => new SignUpClient(this.#environment, `client-${++this.#count}@teapot.example`);

  async #check(clients: SignUpClient[]): Promise<string[]> {
    this.checked += clients.length;
    const complaints: string[] = [];
    for (let first = 0; first < clients.length; first += checkedAtOnce) {
      const some = clients.slice(first, first + checkedAtOnce);
      complaints.push(...(await Promise.all(some.map((each) => this.#complaintOf(each)))).flat());
    }
    return complaints;
  }

  async #complaintOf(client: SignUpClient): Promise<string[]> {
    const { email, step } = client;
    try {
      // An unanswered sign-up has created the whole account, or nothing, and then the same form creates it.
      const isMade = step === 'signed up' || (step === 'signing up' && (await client.canSignIn()));
      if (!isMade) await client.resume();
      // A client that lost the response has an account, but no session.
      if (client.step === 'signed up') this.signedUp.push(client);
      const session = step === 'signed up' ? await client.browser.user() : { email };
      const replayed = await client.replay();
      return [
        ...((await client.canSignIn()) ? [] : [`${email} has an account and cannot sign in`]),
        ...(session?.email === email ? [] : [`${email} was signed in and is no longer`]),
        ...(replayed.every((status) => status === 422) ? [] : [`${email} used a code twice: ${replayed}`]),
      ];
    } catch (error) {
      return [`${email} could not go on from "${step}": ${(error as Error).message}`];
    }
  }
}
