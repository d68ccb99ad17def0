import type { CreateTokenAnswer } from '../../src/keys/contract.ts';
import { calls, pages } from '../../src/urls.ts';
import { codeIn } from '../helpers/portal.ts';
import { eventually, type PortalProcess } from '../helpers/process.ts';

export interface Key {
  clientId: string;
  apiKey: string;
}

/** Sends what the app sends when a person signs up and creates keys. */
export class Person {
  readonly #portal: PortalProcess;
  readonly #cookies = new Map<string, string>();
  #csrf = '';

  private constructor(portal: PortalProcess) {
    this.#portal = portal;
  }

  static async signUp(portal: PortalProcess): Promise<Person> {
    const person = new Person(portal);
    const email = 'reader@example.com';
    const password = 'Cirrus-uncinus-9';
    const page = await (await person.#send('GET', pages.docs)).text();
    person.#csrf = /name="csrf-token" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const { verification_token } = await person.#post<{ verification_token: string }>(
      calls.sendVerificationCode,
      { email },
    );
    const code = await eventually(async () => {
      const mail = (await portal.mails()).findLast((sent) => sent.to?.[0]?.address === email);
      return mail && codeIn(mail);
    });
    await person.#post(calls.verifyCode, { email, code, verification_token });
    await person.#post(calls.signUp, {
      name: 'A Reader',
      email,
      password,
      password_confirmation: password,
    });
    return person;
  }

  async createKey(name: string): Promise<Key> {
    const answer = await this.#post<CreateTokenAnswer>(calls.apiTokens, { name });
    if (!answer.success) throw new Error(answer.error);
    return { clientId: answer.token.external_id, apiKey: answer.token.token };
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const answer = await this.#send('POST', path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(this.#portal.url + path, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': this.#csrf,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=');
      this.#cookies.set(name, value);
    }
    this.#csrf = answer.headers.get('x-csrf-token') ?? this.#csrf;
    return answer;
  }
}
