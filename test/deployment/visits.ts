import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls, gatewayVerify, pages } from '../../src/urls.ts';
import { signUpForm } from '../helpers/account-steps.ts';
import { Browser } from '../helpers/browser.ts';
import { createKey, freePath, listKeys, withSecret } from '../helpers/keys.ts';
import { codeIn } from '../helpers/portal.ts';
import { eventually } from '../helpers/process.ts';
import type { TestSmtp } from '../helpers/smtp.ts';
import type { Machine } from './machine.ts';
import { PublicClient } from './public-client.ts';

export const [portalHost, apiHost] = ['portal.example.com', 'api.example.com'];

/** Visits of people and programs to the finished deployment. */
export class Visits {
  readonly client: PublicClient;
  readonly #machine: Machine;
  readonly #smtp: TestSmtp;
  #people = 0;

  constructor(machine: Machine, smtp: TestSmtp) {
    this.#machine = machine;
    this.#smtp = smtp;
    this.client = new PublicClient(
      machine.addresses.ports.https,
      machine.read('etc/portal/tls/fullchain.pem'),
    );
  }

  openPage = async () => (await this.client.expect(200, portalHost, pages.docs)).body;

  signUp = () => signUpByMail(this.client, this.#smtp, `person-${++this.#people}@example.com`);

  callApi(key: CreatedApiToken, status = 200) {
    const headers = { authorization: withSecret(key) };
    return this.client.expect(status, apiHost, freePath, { headers });
  }

  /** Runs all of them while `act` runs. No request may fail. */
  async during(kinds: Kinds, act: () => Promise<unknown>): Promise<void> {
    const load = new SteadyLoad(kinds);
    try {
      await act();
    } finally {
      await load.stop();
    }
    expect(await load.stop()).toEqual([]);
  }

  /** A visitor who keeps the first page open, and a program with a key. */
  readers(key: CreatedApiToken): Kinds {
    let first: string[] | undefined;
    const visit = async () => {
      const files = filesOf(await this.openPage());
      expect(files.length).toBeGreaterThan(0);
      first ??= files;
      for (const file of [...first, ...files]) await this.client.expect(200, portalHost, file);
    };
    return { visitor: { visit, pauseMs: 500 }, program: { visit: () => this.callApi(key), pauseMs: 150 } };
  }

  /** The other visitors, plus one who is still signed in and one who creates and deletes keys. */
  async everyone(key: CreatedApiToken, faithful: Browser): Promise<Kinds> {
    const owner = await this.signUp();
    const makeKey = async () => {
      const made = await createKey(owner);
      await this.callApi(made);
      await this.#everyProcessKnows(made);
      await deleteKey(owner, made.id);
    };
    return {
      ...this.readers(key),
      faithful: { visit: () => listKeys(faithful), pauseMs: 500 },
      owner: { visit: makeKey, pauseMs: 400 },
    };
  }

  /** The processes that run; nginx may use any of them. */
  async #everyProcessKnows(key: CreatedApiToken): Promise<void> {
    for (const port of this.#machine.addresses.ports.portals) {
      const url = `http://127.0.0.1:${port}${gatewayVerify}${freePath}`;
      const answer = await fetch(url, { headers: { authorization: withSecret(key) } }).catch(() => undefined);
      if (answer && !answer.ok) throw new Error(`the process on ${port} refused a new key: ${answer.status}`);
    }
  }
}

/** Returns the scripts that a page requests. */
export const filesOf = (page: string) => [...new Set(page.match(/\/api_experience-assets\/[\w.-]+\.js/g))];

/** Creates an account and stays signed in, in a browser that stays open. */
async function signUpByMail(client: PublicClient, smtp: TestSmtp, email: string): Promise<Browser> {
  const browser = new Browser({ inject: (options) => client.inject('portal.example.com', options) });
  await browser.open();
  const { verification_token } = (await browser.post(calls.sendVerificationCode, { email })).json();
  const mail = await eventually(() => smtp.received.find(({ to }) => to?.[0]?.address === email));
  await browser.post(calls.verifyCode, { email, code: codeIn(mail), verification_token });
  const answer = await browser.post(calls.signUp, signUpForm(email));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return browser;
}

async function deleteKey(browser: Browser, id: string): Promise<void> {
  const answer = await browser.delete(calls.apiToken(id));
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** A visit throws if anything is not as expected. */
type Visit = () => Promise<unknown>;

type Kinds = Record<string, { visit: Visit; pauseMs: number }>;

/** A load with fewer visits of a kind proves nothing, however fast the machine is. */
const minVisits = 6;

/** Repeats visits of every kind until it is stopped. */
class SteadyLoad {
  readonly #failures: string[] = [];
  readonly #loops: Promise<void>[];
  #isOver = false;

  constructor(kinds: Kinds) {
    this.#loops = Object.entries(kinds).map(([name, { visit, pauseMs }]) => this.#loop(name, visit, pauseMs));
  }

  /** Ends when there were enough visits of every kind or a visit failed, and returns the errors. */
  async stop(): Promise<string[]> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    return this.#failures;
  }

  async #loop(name: string, visit: Visit, pauseMs: number): Promise<void> {
    const failures = this.#failures;
    for (let visits = 0; !this.#isOver || (visits < minVisits && !failures.length); visits++) {
      await visit().catch((error) => failures.push(`${name}: ${error}`));
      await pause(pauseMs);
    }
  }
}
