import { eventually } from '../helpers/process.ts';
import { type Crowd, untilGone } from './crowd.ts';
import type { FaultStage } from './fault-stage.ts';
import { Newcomer } from './newcomer.ts';

/** A process that died with a mail in hand keeps it from the others for forty seconds. */
const mailSecondsMax = 60;

/** Fewer than may wait for a password to be hashed: whoever comes beyond these is told to come again. */
const checkedAtOnce = 10;

/** People who sign up, each with an address of their own. */
export class SignUps implements Crowd {
  readonly name = 'sign-ups';
  readonly #stage: FaultStage;
  #current: Newcomer[] = [];
  /** Their code was promised and is not in the mail yet. */
  #waiting: Newcomer[] = [];
  #count = 0;
  readonly signedUp: Newcomer[] = [];
  checked = 0;
  /** Sign-ups that a crash interrupted, by the step it interrupted. */
  readonly interrupted: Record<string, number> = {};

  constructor(stage: FaultStage) {
    this.#stage = stage;
  }

  async signUpOne(): Promise<Newcomer> {
    const newcomer = this.#newcomer();
    this.signedUp.push(await newcomer.signUp());
    return newcomer;
  }

  async work(): Promise<void> {
    this.#current = [];
    await untilGone(this.#stage, 3, () => {
      const newcomer = this.#newcomer();
      this.#current.push(newcomer);
      return newcomer.signUp();
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

  /** After the last round: every code that was promised arrives, and works. */
  async lateComplaints(): Promise<string[]> {
    const isComplete = () => this.#waiting.every(({ hasMail }) => hasMail);
    await eventually(() => isComplete() || undefined, mailSecondsMax).catch(() => {});
    const without = this.#waiting.filter(({ hasMail }) => !hasMail);
    const late = await this.#check(this.#waiting.filter(({ hasMail }) => hasMail));
    return [...without.map(({ email }) => `${email} was promised a code and got no mail`), ...late];
  }

  #newcomer = () => new Newcomer(this.#stage, `newcomer-${++this.#count}@teapot.example`);

  async #check(newcomers: Newcomer[]): Promise<string[]> {
    this.checked += newcomers.length;
    const complaints: string[] = [];
    for (let first = 0; first < newcomers.length; first += checkedAtOnce) {
      const some = newcomers.slice(first, first + checkedAtOnce);
      complaints.push(...(await Promise.all(some.map((each) => this.#complaintOf(each)))).flat());
    }
    return complaints;
  }

  async #complaintOf(newcomer: Newcomer): Promise<string[]> {
    const { email, step } = newcomer;
    try {
      // Unanswered: either all of the account is there, or nothing of it and the same form makes it.
      const isMade = step === 'signed up' || (step === 'signing up' && (await newcomer.canSignIn()));
      if (!isMade) await newcomer.goOn();
      // Whoever lost the answer has the account and not its session.
      if (newcomer.step === 'signed up') this.signedUp.push(newcomer);
      const session = step === 'signed up' ? await newcomer.browser.user() : { email };
      const replayed = await newcomer.replay();
      return [
        ...((await newcomer.canSignIn()) ? [] : [`${email} has an account and cannot sign in`]),
        ...(session?.email === email ? [] : [`${email} was signed in and is no longer`]),
        ...(replayed.every((status) => status === 422) ? [] : [`${email} used a code twice: ${replayed}`]),
      ];
    } catch (error) {
      return [`${email} could not go on from "${step}": ${(error as Error).message}`];
    }
  }
}
