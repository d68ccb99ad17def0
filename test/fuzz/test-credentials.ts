import type { AccountMails } from '../../src/accounts/mail-kinds.ts';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { insertSession } from '../../src/accounts/session-store.ts';
import { insertUser } from '../../src/accounts/user-store.ts';
import { insertCode, insertReset, markVerified } from '../../src/accounts/verification-store.ts';
import { allAccessRole, type CreatedApiToken } from '../../src/keys/contract.ts';
import { createKeys } from '../../src/keys/keys.ts';
import { createOperator } from '../../src/keys/operator.ts';
import type { Db } from '../../src/platform/database.ts';
import { StoredMail } from '../../src/platform/mail/store.ts';
import { randomId, randomSecret, Secrets, sha256 } from '../../src/platform/secrets.ts';
import { calls } from '../../src/urls.ts';
import { keyPolicy } from '../helpers/key-environment.ts';
import { withSecret } from '../helpers/keys.ts';
import { goodPassword, quickHashes } from '../helpers/portal.ts';
import type { Credential } from './request.ts';

interface CredentialOptions {
  db: Db;
  secretKeys: string[];
  now: () => number;
  /** The URL of the portal. */
  url: string;
}

/** Credentials that let input pass the checks: keys, a signed-in browser, a verified address, a reset link. */
export class TestCredentials {
  readonly #options: CredentialOptions;
  readonly #texts: Record<string, string> = {};
  readonly #headers = new Map<Credential, [string, string][]>();
  readonly host: string;
  #passwordHash = '';

  private constructor(options: CredentialOptions) {
    this.#options = options;
    this.host = new URL(options.url).host;
  }

  static async open(options: CredentialOptions): Promise<TestCredentials> {
    const testCredentials = new TestCredentials(options);
    testCredentials.#passwordHash = await hashPassword(goodPassword, quickHashes);
    for (const [as, role] of [
      ['free key', undefined],
      ['all-access key', allAccessRole],
    ] as const) {
      const key = await testCredentials.#createKey(await testCredentials.#addPerson(), role);
      testCredentials.#headers.set(as, [['authorization', withSecret(key)]]);
      Object.assign(testCredentials.#texts, { client_id: key.external_id, secret: key.token });
    }
    await testCredentials.renew();
    return testCredentials;
  }

  headersOf(as: Credential): [string, string][] {
    return this.#headers.get(as) ?? [];
  }

  fill(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => this.#texts[name] ?? all);
  }

  /** Creates a new person, because the previous one may have signed out, used the link or deleted the key. */
  async renew(): Promise<void> {
    const { db, secretKeys, now } = this.#options;
    const person = await this.#addPerson();
    const forgetful = await this.#addPerson();
    const key = await this.#createKey(person, undefined);
    const [signedIn, visitor] = [randomSecret(), randomSecret()];
    const [verification, reset] = [randomSecret(), randomSecret()];
    const at = now();
    for (const [id, userId] of [
      [signedIn, person.id],
      [visitor, null],
    ] as const)
      await insertSession(db, { id_hash: sha256(id), user_id: userId, created_at: at, seen_at: at });
    const newEmail = `${randomId()}@example.com`;
    await insertCode(db, {
      token_hash: sha256(verification),
      session_hash: sha256(visitor),
      email: newEmail,
      purpose: 'sign-up',
      code_signature: new Secrets(secretKeys).sign('verification codes', `${verification}:123456`),
      created_at: at,
    });
    await markVerified(db, sha256(verification), at);
    await insertReset(db, { token_hash: sha256(reset), email: forgetful.email, created_at: at });
    this.#headers.set('signed in', await this.#browserHeaders(signedIn));
    this.#headers.set('verified visitor', await this.#browserHeaders(visitor));
    Object.assign(this.#texts, {
      email: person.email,
      new_email: newEmail,
      password: goodPassword,
      code: '123456',
      verification_token: verification,
      reset_token: reset,
      key_id: key.id,
      external_id: key.external_id,
    });
  }

  async #browserHeaders(visitorId: string): Promise<[string, string][]> {
    const cookie = `visitor=${visitorId}`;
    const answer = await fetch(this.#options.url + calls.authStatus, { headers: { cookie } });
    await answer.text();
    return [
      ['cookie', cookie],
      ['x-csrf-token', answer.headers.get('x-csrf-token') ?? ''],
    ];
  }

  async #addPerson(): Promise<{ id: string; email: string }> {
    const { db, now } = this.#options;
    const id = randomId();
    const email = `${id}@example.com`;
    const kept = { id, email, name: 'Nimbus', password_hash: this.#passwordHash, created_at: now() };
    await insertUser(db, { ...kept, requests_per_hour: 5000 });
    return { id, email };
  }

  async #createKey(
    person: { id: string; email: string },
    role: string | undefined,
  ): Promise<CreatedApiToken> {
    const { db, secretKeys, now } = this.#options;
    const secrets = new Secrets(secretKeys);
    const mail = new StoredMail<AccountMails>({ secrets, now });
    const keys = createKeys({ db, secrets, mail, keyPolicy: keyPolicy, now, onChanged: () => {} });
    const key = await keys.create(person, { name: 'Weathercock', lifetimeDays: undefined });
    const operator = createOperator({ db, now });
    await operator.limit(key.external_id, '1000000000');
    if (role) await operator.grant(key.external_id, role);
    return key;
  }
}
