import { calls } from '../../src/urls.ts';
import { signUpForm } from '../helpers/account-steps.ts';
import { Browser } from '../helpers/browser.ts';
import { codeIn } from '../helpers/portal.ts';
import { eventually } from '../helpers/process.ts';
import type { TestSmtp } from '../helpers/smtp.ts';
import type { PublicClient } from './public-client.ts';

/** Someone with a new account, signed in, in a browser that stays open. */
export async function signUpByMail(client: PublicClient, smtp: TestSmtp, email: string): Promise<Browser> {
  const browser = new Browser({ inject: (options) => client.inject('portal.example.com', options) });
  await browser.open();
  const { verification_token } = (await browser.post(calls.sendVerificationCode, { email })).json();
  const mail = await eventually(() => smtp.received.find(({ to }) => to?.[0]?.address === email));
  await browser.post(calls.verifyCode, { email, code: codeIn(mail), verification_token });
  const answer = await browser.post(calls.signUp, signUpForm(email));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return browser;
}

export async function deleteKey(browser: Browser, id: string): Promise<void> {
  const answer = await browser.delete(calls.apiToken(id));
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
