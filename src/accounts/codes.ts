import { randomInt } from 'node:crypto';
import type { Db } from '../platform/database.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { randomSecret, type Secrets, sha256 } from '../platform/secrets.ts';
import { minuteMs } from '../time.ts';
import { codeLength, codeMinutes, verifiedMinutes } from './contract.ts';
import { refuse } from './errors.ts';
import { emailLimits } from './limits.ts';
import type { AccountMailQueue } from './mail-kinds.ts';
import {
  type CodePurpose,
  deleteCodesBefore,
  findVerified,
  insertCode,
  markVerified,
  takeTry,
  useUp,
} from './verification-store.ts';

const triesMax = 5;

interface CodesOptions {
  db: Db;
  secrets: Secrets;
  limits: RateLimits;
  mail: AccountMailQueue;
  now: () => number;
}

/** Six digits that prove an address is read by the person at this browser. */
export class Codes {
  readonly #options: CodesOptions;

  constructor(options: CodesOptions) {
    this.#options = options;
  }

  /**
   * Returns the verification token: tied to this purpose, this browser, this address and this code. `confirm` may
   * throw within the transaction: no code is sent then.
   */
  async send(
    purpose: CodePurpose,
    email: string,
    sessionHash: string,
    confirm: (trx: Db) => Promise<unknown> = async () => {},
  ): Promise<string> {
    const { db, secrets, limits, mail, now } = this.#options;
    await limits.take(emailLimits.codeAgain, email);
    await limits.take(emailLimits.codes, email);
    const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
    const verificationToken = randomSecret();
    await db.transaction().execute(async (trx) => {
      await confirm(trx);
      await insertCode(trx, {
        token_hash: sha256(verificationToken),
        session_hash: sessionHash,
        email,
        purpose,
        code_signature: secrets.sign(signaturePurpose, `${verificationToken}:${code}`),
        created_at: now(),
      });
      await mail.enqueue(trx, {
        kind: mailKinds[purpose],
        data: { email, code, expiresAt: now() + codeMinutes * minuteMs },
      });
    });
    return verificationToken;
  }

  /** A made-up token costs the owner of the address nothing: only a try of a real code is counted. */
  async verify(
    purpose: CodePurpose,
    given: { email: string; code: string; verificationToken: string; sessionHash: string },
  ): Promise<void> {
    const { db, secrets, limits, now } = this.#options;
    const tokenHash = sha256(given.verificationToken);
    const known = await takeTry(db, {
      tokenHash,
      sessionHash: given.sessionHash,
      email: given.email,
      purpose,
      createdAfter: now() - codeMinutes * minuteMs,
      triesMax,
    });
    if (!known) throw refuse('dead-code');
    await limits.take(emailLimits.codeTries, given.email);
    if (
      !secrets.isSigned(signaturePurpose, `${given.verificationToken}:${given.code}`, known.code_signature)
    ) {
      throw refuse(known.tries < triesMax ? 'wrong-code' : 'dead-code');
    }
    await markVerified(db, tokenHash, now());
    await limits.giveBack(emailLimits.codeTries, given.email);
  }

  /** The proof that a sign-up may go on; only a created account uses it up. */
  async requireVerified(purpose: CodePurpose, email: string, sessionHash: string): Promise<string> {
    const { db, now } = this.#options;
    const verified = await findVerified(db, {
      sessionHash,
      email,
      purpose,
      verifiedAfter: now() - verifiedMinutes * minuteMs,
    });
    if (!verified) throw refuse('not-verified');
    return verified.token_hash;
  }

  useUp(db: Db, proof: string): Promise<boolean> {
    return useUp(db, proof, this.#options.now());
  }

  async forgetOld(): Promise<void> {
    await deleteCodesBefore(this.#options.db, this.#options.now() - 24 * 60 * minuteMs);
  }
}

const signaturePurpose = 'verification codes';

const mailKinds = { 'sign-up': 'verification-code', 'change-email': 'email-change-code' } as const;
