import type { LightMyRequestResponse } from 'fastify';
import type { Email } from 'postal-mime';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { calls } from '../../src/urls.ts';
import type { Browser } from './browser.ts';
import { codeIn, goodPassword, resetTokenIn, type TestPortal } from './portal.ts';

/** The steps that account tests are made of. Each is one call, as the browser app makes it. */

export async function openBrowser(portal: TestPortal): Promise<Browser> {
  const browser = portal.browser();
  await browser.open();
  return browser;
}

export async function lastMailTo(portal: TestPortal, address: string): Promise<Email | undefined> {
  return (await portal.mails()).findLast((mail) => mail.to?.[0]?.address === address);
}

export interface AskedCode {
  email: string;
  code: string;
  verification_token: string;
}

/** Requests a code and reads it from the email; the result is what `verify_code` takes. */
export async function askForCode(portal: TestPortal, browser: Browser, email: string): Promise<AskedCode> {
  const answer = await browser.post(calls.sendVerificationCode, { email });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const mail = await lastMailTo(portal, email);
  return { email, code: codeIn(mail!), verification_token: answer.json().verification_token };
}

/** Returns a wrong code: any other six digits. */
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const verifyCode = (browser: Browser, asked: AskedCode, code = asked.code) =>
  browser.post(calls.verifyCode, { ...asked, code });

/** The browser has verified the address and has no account yet. */
export async function verifiedBrowser(portal: TestPortal, email: string): Promise<Browser> {
  const browser = await openBrowser(portal);
  const answer = await verifyCode(browser, await askForCode(portal, browser, email));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return browser;
}

export const signUpForm = (email: string, changes: Partial<Record<'name' | 'password', string>> = {}) => {
  const { name = 'Alto Cumulus', password = goodPassword } = changes;
  return { name, email, password, password_confirmation: password };
};

/** Requests a reset link and reads its token. Another email may be written at the same moment. */
export async function askForReset(portal: TestPortal, browser: Browser, email: string): Promise<string> {
  const answer = await browser.post(calls.forgotPassword, { email });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
  const token = mails.map(resetTokenIn).findLast((found) => found !== '');
  if (token === undefined) throw new Error(`${email} got no reset link`);
  return token;
}

export const setPassword = (browser: Browser, token: string, password: string) =>
  browser.put(calls.password, { reset_password_token: token, password, password_confirmation: password });

/** Changes the email of the account as its owner does. */
export async function changeEmail(portal: TestPortal, browser: Browser, email: string): Promise<void> {
  const asked = await askToChangeEmail(portal, browser, email);
  const answer = await browser.put(calls.accountEmail, asked);
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Requests the code for a new address and reads it there. */
export async function askToChangeEmail(
  portal: TestPortal,
  browser: Browser,
  email: string,
): Promise<AskedCode> {
  const answer = await browser.post(calls.accountEmailCode, { email, password: goodPassword });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const mail = await lastMailTo(portal, email);
  return { email, code: codeIn(mail!), verification_token: answer.json().verification_token };
}

export const undoTokenIn = (mail: Email) => /undo_token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';

/** Reads the error that the sign-in dialog shows. */
export const alertIn = (html: string) => /role="alert"[^>]*>([^<]*)</.exec(html)?.[1];

/** Stores the password with the hash settings of an older portal. */
export async function outdateHash(
  { database }: TestPortal,
  email: string,
  password: string,
): Promise<string> {
  const hash = await hashPassword(password, { memory: 32, passes: 1 });
  await database.db.updateTable('users').set({ password_hash: hash }).where('email', '=', email).execute();
  return hash;
}

/** Reads the error code, on which the browser decides, from either error format. */
export const refusalCodeOf = (answer: LightMyRequestResponse): string | undefined =>
  String(answer.headers['content-type']).includes('html')
    ? / role="alert" data-code="([^"]*)"/.exec(answer.body)?.[1]
    : answer.json().code;
