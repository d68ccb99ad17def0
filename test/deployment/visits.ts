import { expect } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { gatewayVerify, pages } from '../../src/urls.ts';
import type { Browser } from '../helpers/browser.ts';
import { createKey, freePath, listKeys, withSecret } from '../helpers/keys.ts';
import type { TestSmtp } from '../helpers/smtp.ts';
import type { Machine } from './machine.ts';
import { deleteKey, signUpByMail } from './person.ts';
import { PublicClient } from './public-client.ts';
import { type Kinds, SteadyLoad } from './steady-load.ts';

export const [portalHost, apiHost] = ['portal.example.com', 'api.example.com'];

/** What people and programs do with the finished deployment. */
export class Visits {
  readonly client: PublicClient;
  readonly #machine: Machine;
  readonly #smtp: TestSmtp;
  #people = 0;

  constructor(machine: Machine, smtp: TestSmtp) {
    this.#machine = machine;
    this.#smtp = smtp;
    this.client = new PublicClient(machine.places.ports.https, machine.read('etc/portal/tls/fullchain.pem'));
  }

  openPage = async () => (await this.client.expect(200, portalHost, pages.docs)).body;

  signUp = () => signUpByMail(this.client, this.#smtp, `person-${++this.#people}@example.com`);

  callApi(key: CreatedApiToken, status = 200) {
    const headers = { authorization: withSecret(key) };
    return this.client.expect(status, apiHost, freePath, { headers });
  }

  /** All of them, as long as `act` lasts. No request of anyone may fail. */
  async during(kinds: Kinds, act: () => Promise<unknown>): Promise<void> {
    const load = new SteadyLoad(kinds);
    try {
      await act();
    } finally {
      await load.stop();
    }
    expect(await load.stop()).toEqual([]);
  }

  /** A visitor, who keeps the page of the beginning open, and a program with a key. */
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

  /** Beside them someone who is still signed in from before, and someone who makes and deletes keys. */
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

  /** Those that run; nginx might ask any of them. */
  async #everyProcessKnows(key: CreatedApiToken): Promise<void> {
    for (const port of this.#machine.places.ports.portals) {
      const url = `http://127.0.0.1:${port}${gatewayVerify}${freePath}`;
      const answer = await fetch(url, { headers: { authorization: withSecret(key) } }).catch(() => undefined);
      if (answer && !answer.ok) throw new Error(`the process on ${port} refused a new key: ${answer.status}`);
    }
  }
}

/** The scripts that a page asks for. */
export const filesOf = (page: string) => [...new Set(page.match(/\/api_experience-assets\/[\w.-]+\.js/g))];
