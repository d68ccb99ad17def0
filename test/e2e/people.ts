import type { APIRequestContext, Page } from 'playwright-core';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls } from '../../src/urls.ts';
import { codeIn, goodPassword } from '../helpers/portal.ts';
import { eventually, type RunningPortal } from '../helpers/process.ts';

export { goodPassword };

/** Returns the code in the newest email to an address. Waits until there are more than `known` emails. */
export const codeFor = (portal: RunningPortal, email: string, known = 0): Promise<string> =>
  eventually(async () => {
    const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
    return mails.length > known ? codeIn(mails.at(-1)!) : undefined;
  });

/** A fast sign-up for tests of other things. The browser gets the cookies. */
export async function signUpOverHttp(
  portal: RunningPortal,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  const status = await request.get(portal.url + calls.authStatus);
  const headers = { 'X-CSRF-Token': status.headers()['x-csrf-token']! };
  const post = async (path: string, data: object) => {
    const response = await request.post(portal.url + path, { headers, data });
    if (!response.ok()) throw new Error(await response.text());
    return response.json();
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

/** A fast way to create a key for tests of other things. */
export async function addKeyOverHttp(
  portal: RunningPortal,
  request: APIRequestContext,
  name: string,
): Promise<CreatedApiToken> {
  const status = await request.get(portal.url + calls.authStatus);
  const headers = { 'X-CSRF-Token': status.headers()['x-csrf-token']! };
  const response = await request.post(portal.url + calls.apiTokens, { headers, data: { name } });
  return (await response.json()).token;
}

/** Fills the first step of the open sign-up wizard. */
export async function fillDetails(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Alto Cumulus');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Fills the first two steps of the open sign-up wizard. */
export async function fillTwoSteps(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await fillDetails(page, email);
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
  await dialog.getByLabel('Confirm password').fill(goodPassword);
  await dialog.getByRole('button', { name: 'Complete Account Setup' }).click();
}
