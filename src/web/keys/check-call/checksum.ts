import { checksumText, type KeyForms, splitSecret } from '../../../keys/key-format.ts';

/** Undefined where the page is not served securely: browsers hash nothing there. */
export async function isChecksumRight(secret: string, forms: KeyForms): Promise<boolean | undefined> {
  if (!forms.secret.test(secret)) return false;
  if (!globalThis.crypto?.subtle) return undefined;
  const [start, checksum] = splitSecret(secret);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(start));
  return checksumText(new Uint8Array(digest)) === checksum;
}
