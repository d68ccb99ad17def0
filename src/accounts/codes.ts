import { randomInt } from 'node:crypto';
import type { Db } from '../platform/database.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { dayMs, minuteMs } from '../time.ts';
import { codeLength, codeMinutes, verifiedMinutes } from './contract.ts';
import { accountError } from './errors.ts';
import { emailLimits } from './limits.ts';
import type { AccountServices } from './services.ts';
import {
  type CodePurpose,
  consumeCode,
  countTry,
  deleteCodesBefore,
  findVerified,
  insertCode,
  markVerified,
} from './verification-store.ts';

const maxTries = 5;
const signaturePurpose = 'verification codes';
const mailKinds = { 'sign-up': 'verification-code', 'change-email': 'email-change-code' } as const;

/** Six-digit codes, which prove that the person at this browser reads an address. */
export function createCodes({ db, secrets, limits, mail, now }: AccountServices) {
  /**
   * Returns the verification token, which belongs to this purpose, browser, address and code. If `confirm` throws
   * within the transaction, no code is sent.
   */
  async function send(
    purpose: CodePurpose,
    email: string,
    sessionHash: string,
    confirm: (trx: Db) => Promise<unknown> = async () => {},
  ): Promise<string> {
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

  /** Only a try of a real code counts, so that invented tokens cost the owner of the address nothing. */
  async function verify(
    purpose: CodePurpose,
    given: { email: string; code: string; verificationToken: string; sessionHash: string },
  ): Promise<void> {
    const { email, verificationToken } = given;
    const token_hash = sha256(verificationToken);
    const known = await countTry(
      db,
      { token_hash, session_hash: given.sessionHash, email, purpose },
      { createdAfter: now() - codeMinutes * minuteMs, maxTries },
    );
    if (!known) throw accountError('dead-code');
    await limits.take(emailLimits.codeTries, email);
    if (!secrets.isSigned(signaturePurpose, `${verificationToken}:${given.code}`, known.code_signature))
      throw accountError(known.tries < maxTries ? 'wrong-code' : 'dead-code');
    await markVerified(db, token_hash, now());
    await limits.giveBack(emailLimits.codeTries, email);
  }

  /** Returns the proof of a verified address, which stays valid until `consume`. */
  async function requireVerified(purpose: CodePurpose, email: string, sessionHash: string): Promise<string> {
    const code = { session_hash: sessionHash, email, purpose };
    const verified = await findVerified(db, code, now() - verifiedMinutes * minuteMs);
    if (!verified) throw accountError('not-verified');
    return verified.token_hash;
  }

  /** Undefined if the proof was used already. */
  const consume = (trx: Db, proof: string) => consumeCode(trx, proof, now());

  const forgetOld = () => deleteCodesBefore(db, now() - dayMs);

  return { send, verify, requireVerified, consume, forgetOld };
}

export type Codes = ReturnType<typeof createCodes>;
