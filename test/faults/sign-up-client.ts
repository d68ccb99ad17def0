import { calls } from '../../src/urls.ts';
import { signUpForm } from '../helpers/account-steps.ts';
import type { Browser } from '../helpers/browser.ts';
import { codeIn, goodPassword } from '../helpers/portal.ts';
import { eventually } from '../helpers/process.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import { UnexpectedStatusError } from './workload.ts';

/** Steps that end in `ing` were sent and not answered: they may have happened or not. */
type Step = 'new' | 'asking' | 'asked' | 'verifying' | 'verified' | 'signing up' | 'signed up';

/** A person who signs up and records every answer. */
export class SignUpClient {
  readonly #environment: FaultEnvironment;
  readonly email: string;
  readonly browser: Browser;
  step: Step = 'new';
  #token = '';
  /** The cookie at the time the code was verified, as a thief would have it. */
  #before: Browser | undefined;

  constructor(environment: FaultEnvironment, email: string) {
    this.#environment = environment;
    this.email = email;
    this.browser = environment.browser();
  }

  async signUp(): Promise<this> {
    await this.browser.open();
    this.step = 'asking';
    const { verification_token } = await this.#post(calls.sendVerificationCode, { email: this.email });
    this.#token = verification_token!;
    this.step = 'asked';
    await eventually(() => this.hasMail || !this.#environment.isOpen || undefined);
    if (!this.#environment.isOpen) throw new Error('The portal is gone');
    await this.resume();
    return this;
  }

  /** Continues from the last answered step to the account. Every step must succeed. */
  async resume(): Promise<void> {
    if (this.step === 'asked' || this.step === 'verifying') {
      this.step = 'verifying';
      await this.#post(calls.verifyCode, this.#given());
      this.step = 'verified';
    }
    this.step = 'signing up';
    this.#before = this.#copyOf(this.browser);
    await this.#post(calls.signUp, signUpForm(this.email));
    this.step = 'signed up';
  }

  get hasMail(): boolean {
    return this.#environment.mailsTo(this.email).length > 0;
  }

  async canSignIn(): Promise<boolean> {
    const browser = this.#environment.browser();
    await browser.open();
    return (await browser.signIn(this.email, goodPassword)).statusCode === 302;
  }

  /** Sends the used code and its sign-up once more, and returns the answers. */
  async replay(): Promise<number[]> {
    const thief = this.#copyOf(this.#before!);
    const again = await thief.post(calls.verifyCode, this.#given());
    const account = await thief.post(
      calls.signUp,
      signUpForm(this.email, { password: 'Stratus-8-at-night' }),
    );
    return [again.statusCode, account.statusCode];
  }

  #given() {
    const mail = this.#environment.mailsTo(this.email).at(-1);
    return { email: this.email, code: mail ? codeIn(mail) : '', verification_token: this.#token };
  }

  #copyOf({ cookies, csrf }: Browser): Browser {
    const copy = this.#environment.browser();
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    copy.csrf = csrf;
    return copy;
  }

  async #post(path: string, body: object): Promise<{ verification_token?: string }> {
    const answer = await this.browser.post(path, body);
    if (answer.statusCode !== 200) throw new UnexpectedStatusError(path, answer);
    return answer.json();
  }
}
