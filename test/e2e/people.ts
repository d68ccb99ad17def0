import type { APIRequestContext, Page } from 'playwright-core';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls } from '../../src/urls.ts';
import { codeIn, goodPassword } from '../helpers/portal.ts';
import { eventually, type PortalProcess } from '../helpers/process.ts';

/** How people of the stories come by an account. */

export { goodPassword };

/** The six digits of the newest mail to an address, from the one after `known` on. */
export const codeFor = (portal: PortalProcess, email: string, known = 0): Promise<string> =>
  eventually(async () => {
    const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
    return mails.length > known ? codeIn(mails.at(-1)!) : undefined;
  });

/** For stories that are not about signing up: the cookies end up in the browser. */
export async function signUpOverHttp(
  portal: PortalProcess,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  const status = await request.get(portal.url + calls.authStatus);
  const headers = { 'X-CSRF-Token': status.headers()['x-csrf-token']! };
  const post = async (path: string, data: object) => {
    const answer = await request.post(portal.url + path, { headers, data });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
  };
  const { verification_token } = await post(calls.sendVerificationCode, { email });
  await post(calls.verifyCode, { email, code: await codeFor(portal, email), verification_token });
  await post(calls.signUp, {
    name: 'Alto Cumulus',
    email,
    password: goodPassword,
    password_confirmation: goodPassword,
  });
}

/** For stories that are not about creating keys. */
export async function addKeyOverHttp(
  portal: PortalProcess,
  request: APIRequestContext,
  name: string,
): Promise<CreatedApiToken> {
  const status = await request.get(portal.url + calls.authStatus);
  const headers = { 'X-CSRF-Token': status.headers()['x-csrf-token']! };
  const answer = await request.post(portal.url + calls.apiTokens, { headers, data: { name } });
  return (await answer.json()).token;
}

/** Fills the first two steps of the wizard, which is open. */
export async function fillTwoSteps(page: Page, email: string, password = goodPassword): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Alto Cumulus');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Confirm password').fill(password);
  await dialog.getByRole('button', { name: 'Complete Account Setup' }).click();
}
