import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPlace } from '../../src/content/requests/places.ts';
import { calls, pages } from '../../src/urls.ts';
import { otherCode } from '../helpers/account-steps.ts';
import { codeFor, fillDetails, fillTwoSteps, goodPassword } from './people.ts';
import {
  chromiumMissing,
  hasFocus,
  holdBack,
  openPortalBrowser,
  type PortalBrowser,
  phone,
  requestsTo,
  soon,
  toast,
  toasts,
} from './portal-browser.ts';

const deadCode = 'This code no longer works. Request a new one.';

describe.skipIf(chromiumMissing)('the sign-up wizard', () => {
  let portalBrowser: PortalBrowser;
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
  });
  afterAll(() => portalBrowser.close());

  test('checks the password as it is typed, and keeps it when going back and forth', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, password, finish } = await openWizard(page);
    await dialog.getByLabel('Full name').fill('   ');
    await dialog.getByLabel('Email').fill('pilot@example.com');
    expect(await dialog.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Full name').fill('Amelia');
    await page.keyboard.press('Enter');
    await soon(() => hasFocus(password)).toBe(true);

    const unmet = async () =>
      (await dialog.getByRole('listitem').allInnerTexts())
        .filter((line) => line.includes(': not met'))
        .map((line) => line.replace(/\s*: not met/, ''));
    const rules = {
      length: 'At least 8 characters',
      upper: 'One uppercase letter',
      lower: 'One lowercase letter',
      number: 'One number',
      special: 'One special character',
      match: 'Passwords match',
    };
    expect(await unmet()).toEqual(Object.values(rules));
    await password.fill('ABCDEFGH');
    expect(await unmet()).toEqual([rules.lower, rules.number, rules.special, rules.match]);
    await password.fill('aB1-');
    expect(await unmet()).toEqual([rules.length, rules.match]);
    await password.fill(goodPassword);
    await dialog.getByLabel('Confirm password').fill(`${goodPassword}!`);
    expect(await unmet()).toEqual([rules.match]);
    expect(await finish.isDisabled()).toBe(true);
    await dialog.getByLabel('Confirm password').fill(goodPassword);
    expect(await unmet()).toEqual([]);
    expect(await finish.isDisabled()).toBe(false);

    // The password is kept while the first step is shown.
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect(await password.inputValue()).toBe(goodPassword);
    expect(await finish.isDisabled()).toBe(false);
  });

  test('turns red at a wrong code, accepts a pasted one, and leads to the documentation', async () => {
    const page = await portalBrowser.open(pages.gettingStarted);
    const { dialog, code } = await openWizard(page);
    const tries = requestsTo(page, calls.verifyCode);
    await fillTwoSteps(page, 'paste@example.com');
    const right = await codeFor(portalBrowser.portal, 'paste@example.com');
    await soon(() => hasFocus(code)).toBe(true);
    await page.keyboard.type('12x34');
    expect(await code.inputValue()).toBe('1234');
    expect(tries).toEqual([]);
    await code.fill('');
    await page.keyboard.type(otherCode(right));
    await toast(page, 'Invalid verification code');
    expect(await dialog.getByText('Invalid verification code').count()).toBe(0);
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    const [red, green, blue] = await edgeColour(code);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green!, blue!)).toBeLessThan(80);
    expect(tries).toHaveLength(1);

    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Your code: ${right.slice(0, 3)} ${right.slice(3)}`,
    );
    await soon(() => hasFocus(code)).toBe(true);
    await page.keyboard.press('ControlOrMeta+V');
    await toast(page, 'Account created successfully!');
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    expect(tries).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Explore Documentation' }).click();
    await page.waitForURL(`**${pages.docs}`);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('banner').getByText('paste@example.com').waitFor();
    portalBrowser.forgive(/422/);
  });

  test('resends a code after a wait, and sends none for going back and forth', async () => {
    const page = await portalBrowser.open(pages.docs, { prepare: (opened) => opened.clock.install() });
    const { dialog, code, finish } = await openWizard(page);
    const sent = requestsTo(page, calls.sendVerificationCode);
    await fillTwoSteps(page, 'again@example.com');
    await toast(page, 'Verification code sent to your email!');
    const back = dialog.getByRole('button', { name: 'Back' });
    await back.click();
    await back.click();
    expect(await dialog.getByLabel('Full name').inputValue()).toBe('Alto Cumulus');
    expect(await dialog.getByLabel('Email').inputValue()).toBe('again@example.com');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await finish.click();
    await code.waitFor();
    expect(sent).toHaveLength(1);

    // The button waits from the start.
    const resend = dialog.getByRole('button', { name: 'Resend code' });
    expect(await resend.textContent()).toMatch(/^Resend code in (1:00|\d+ s)$/);
    expect(await resend.isDisabled()).toBe(true);
    await resend.press('Enter');
    expect(sent).toHaveLength(1);
    await page.clock.fastForward('01:01');
    await soon(() => resend.textContent()).toBe('Resend code');

    // It's still too early for the server.
    await resend.click();
    await toast(page, 'We just sent a code to this address.');
    expect(await resend.textContent()).toMatch(/^Resend code in (1:00|\d+ s)$/);
    expect(await resend.isDisabled()).toBe(true);
    expect(await hasFocus(resend)).toBe(true);
    await page.clock.fastForward('01:01');
    await soon(() => resend.textContent()).toBe('Resend code');

    await page.route(`**${calls.sendVerificationCode}`, (route) => route.abort());
    await resend.click();
    await toast(page, 'Failed to resend verification code');
    await page.unrouteAll();
    await page.route(`**${calls.sendVerificationCode}`, (route) =>
      route.fulfill({ json: { success: true, verification_token: 'later' } }),
    );
    await resend.click();
    await toast(page, 'Verification code resent!');
    portalBrowser.forgive(/429|ERR_FAILED/);
  });

  test('resets the form on closing; the same address continues with its code and without a new email', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code } = await openWizard(page);
    const sent = requestsTo(page, calls.sendVerificationCode);
    await fillTwoSteps(page, 'stray@example.com');
    await dialog.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.mouse.click(20, 500);
    await dialog.waitFor({ state: 'hidden' });
    await openWizard(page);
    expect(await dialog.getByLabel('Full name').inputValue()).toBe('');
    expect(await dialog.getByLabel('Email').inputValue()).toBe('');
    await fillTwoSteps(page, 'stray@example.com');
    await code.fill(await codeFor(portalBrowser.portal, 'stray@example.com'));
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    expect(sent).toHaveLength(1);
  });

  test('lets an address whose code is unknown continue after a wait', async () => {
    const page = await portalBrowser.open(pages.docs, { prepare: (opened) => opened.clock.install() });
    const { dialog, password, finish } = await openWizard(page);
    await fillTwoSteps(page, 'closed@example.com');
    await dialog.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.reload();
    await openWizard(page);
    await fillTwoSteps(page, 'closed@example.com');
    await soon(() => toasts(page)).toEqual([
      expect.stringMatching(/^We just sent a code to this address\..*(second|minute)/),
    ]);
    // The error is not about the password.
    expect(await password.inputValue()).toBe(goodPassword);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    expect(await finish.textContent()).toMatch(/^Complete Account Setup in (1:00|\d+ s)$/);
    const sent = requestsTo(page, calls.sendVerificationCode);
    await password.press('Enter');
    await page.clock.fastForward('01:01');
    await soon(() => finish.textContent()).toBe('Complete Account Setup');
    await soon(() => toasts(page)).toEqual([]);
    expect(sent).toEqual([]);
    portalBrowser.forgive(/429/);
  });

  test('returns to the password step for a rejected password, and continues without a new code', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code, password, finish } = await openWizard(page);
    const sent = requestsTo(page, calls.sendVerificationCode);
    await fillTwoSteps(page, 'lenticular@example.com');
    // The server refuses a password that another version of the page let pass.
    await page.route(
      `**${calls.signUp}`,
      (route) =>
        route.continue({ postData: route.request().postData()!.replaceAll(goodPassword, 'Lenticular-1') }),
      { times: 1 },
    );
    await code.fill(await codeFor(portalBrowser.portal, 'lenticular@example.com'));
    const refusal = "Don't use your email address or its name as your password";
    await toast(page, refusal);
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByText(refusal).count()).toBe(0);
    await password.fill(goodPassword);
    await dialog.getByLabel('Confirm password').fill(goodPassword);
    await finish.click();
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    expect(sent).toHaveLength(1);
    portalBrowser.forgive(/422/);
  });

  test('refuses a password that is easy to guess at its field, without a request', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, password, finish, code } = await openWizard(page);
    const sent = requestsTo(page, calls.sendVerificationCode);
    await fillDetails(page, 'nimbostratus@example.com');
    const confirmation = dialog.getByLabel('Confirm password');
    const easy = dialog.getByText('This password is easy to guess. Choose another one');
    const like = dialog.getByText("Don't use your email address or its name as your password");
    for (const [typed, message] of [
      ['Password1!', easy],
      ['Windborne1!', easy],
      ['Nimbostratus-1', like],
    ] as const) {
      await password.fill(typed);
      await confirmation.fill(typed);
      await message.waitFor();
      expect(await password.getAttribute('aria-invalid')).toBe('true');
      // The checklist is the specification's.
      expect(await dialog.getByRole('listitem').filter({ hasText: ': met' }).count()).toBe(6);
      expect(await finish.isDisabled()).toBe(true);
      await confirmation.press('Enter');
    }
    expect(sent).toEqual([]);
    await password.fill(goodPassword);
    await confirmation.fill(goodPassword);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    await finish.click();
    await code.waitFor();
    expect(sent).toHaveLength(1);
  });

  test('turns red at an answer 200 without success', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code } = await openWizard(page);
    await fillTwoSteps(page, 'polite@example.com');
    await code.waitFor();
    await page.route(`**${calls.verifyCode}`, (route) =>
      route.fulfill({ json: { success: false, error: 'That code is not ours.' } }),
    );
    await code.fill('123456');
    await toast(page, 'That code is not ours.');
    await soon(() => code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.inputValue()).toBe('');
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('creates no account for a user who goes back while the code is checked', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code, finish } = await openWizard(page);
    const accounts = requestsTo(page, calls.signUp);
    await fillTwoSteps(page, 'typo@example.com');
    await code.waitFor();
    const answer = await holdBack(page, calls.verifyCode);
    const checked = page.waitForResponse(`**${calls.verifyCode}`);
    await code.fill(await codeFor(portalBrowser.portal, 'typo@example.com'));
    await dialog.getByRole('button', { name: 'Back' }).click();
    answer();
    await (await checked).finished();
    await dialog.getByRole('heading', { name: 'Secure your account' }).waitFor();
    expect(accounts).toEqual([]);
    // The address is verified, so continuing needs no other code.
    await finish.click();
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    expect(accounts).toHaveLength(1);
  });

  test('keeps a code that could not be checked, and checks it again on request', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code } = await openWizard(page);
    await fillTwoSteps(page, 'tunnel@example.com');
    const right = await codeFor(portalBrowser.portal, 'tunnel@example.com');
    const again = dialog.getByRole('button', { name: 'Try again' });
    await page.route(`**${calls.verifyCode}`, (route) => route.abort());
    await code.fill(right);
    await toast(page, "The code couldn't be checked. Check your connection and try again.");
    await again.waitFor();
    expect(await code.inputValue()).toBe(right);
    expect(await code.getAttribute('aria-invalid')).toBeNull();
    await page.unrouteAll();
    await page.route(`**${calls.verifyCode}`, (route) => route.fulfill({ status: 502, body: 'Oh.' }));
    const answered = page.waitForResponse(`**${calls.verifyCode}`);
    await again.click();
    await answered;
    await soon(() => again.getAttribute('aria-busy')).toBeNull();
    expect(await code.inputValue()).toBe(right);
    expect(await hasFocus(again)).toBe(true);
    await page.unrouteAll();
    await again.click();
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    portalBrowser.forgive(/ERR_FAILED|502/);
  });

  test('reports an invalidated code in one message, and sends another on continuing', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code, finish } = await openWizard(page);
    const tries = requestsTo(page, calls.verifyCode);
    await fillTwoSteps(page, 'guesser@example.com');
    const right = await codeFor(portalBrowser.portal, 'guesser@example.com');
    for (let count = 1; count <= 5; count++) {
      await soon(() => code.isEditable()).toBe(true);
      await code.fill(otherCode(right));
      await soon(() => tries.length).toBe(count);
      await soon(() => code.getAttribute('aria-invalid')).toBe('true');
      await soon(() => toasts(page)).toEqual([count < 5 ? 'Invalid verification code' : deadCode]);
    }
    await code.fill(right);
    await soon(() => code.getAttribute('aria-invalid')).toBe('true');
    await soon(() => toasts(page)).toEqual([deadCode]);
    expect(tries).toHaveLength(5);

    await page.route(`**${calls.sendVerificationCode}`, (route) =>
      route.fulfill({ json: { success: true, verification_token: 'later' } }),
    );
    await dialog.getByRole('button', { name: 'Back' }).click();
    await finish.click();
    await toast(page, 'Verification code sent to your email!');
    await code.waitFor();
    portalBrowser.forgive(/422/);
  });

  test.each([
    { lost: 'answer', email: 'echo@example.com', lostQuestions: 0 },
    { lost: 'answer and following status call', email: 'silence@example.com', lostQuestions: 1 },
  ])('continues with an account whose $lost was lost', async ({ email, lostQuestions }) => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code, finish } = await openWizard(page);
    await fillTwoSteps(page, email);
    await page.route(`**${calls.signUp}`, async (route) => {
      await route.fetch();
      if (lostQuestions)
        await page.route(`**${calls.authStatus}`, (status) => status.abort(), { times: lostQuestions });
      await route.abort();
    });
    await code.fill(await codeFor(portalBrowser.portal, email));
    if (lostQuestions) {
      await toast(page, 'An error occurred during sign up');
      await page.unrouteAll();
      await finish.click();
    }
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    await toast(page, 'Account created successfully!');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('banner').getByText(email).waitFor();
    portalBrowser.forgive(/ERR_FAILED|422|403/);
  });

  test('shows that a code is being checked, and removes the message about the last one', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code } = await openWizard(page);
    await fillTwoSteps(page, 'patience@example.com');
    const right = await codeFor(portalBrowser.portal, 'patience@example.com');
    await code.fill(otherCode(right));
    await toast(page, 'Invalid verification code');
    const answer = await holdBack(page, calls.verifyCode);
    await code.fill(right);
    await dialog.getByText('Checking…').waitFor();
    await soon(() => page.locator('[data-toast]').count()).toBe(0);
    answer();
    await dialog.getByRole('heading', { name: 'Account verified' }).waitFor();
    portalBrowser.forgive(/422/);
  });

  test.each([
    { how: 'by Done', email: 'done@example.com', width: 1440 },
    { how: 'by Escape', email: 'escape@example.com', width: 800 },
  ])('moves the focus to the keys link when it ends $how at $width px', async ({ how, email, width }) => {
    const page = await portalBrowser.open(pages.docs, { viewport: { width, height: 900 } });
    const { dialog, code } = await openWizard(page);
    await fillTwoSteps(page, email);
    await code.fill(await codeFor(portalBrowser.portal, email));
    await dialog.getByRole('button', { name: 'Get API Key', exact: true }).click();
    if (how === 'by Done') {
      await dialog.getByLabel('Project name').fill('Kite club');
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Done' }).click();
    } else {
      await page.keyboard.press('Escape');
    }
    await dialog.waitFor({ state: 'hidden' });
    const link = page.getByRole('link', { name: 'API Keys' }).first();
    await soon(() => hasFocus(link)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pages.apiKeys}`);
    await page.getByText(/^[01]\/5 Keys Used$/).waitFor();
  });

  test('leaves room on a phone for the toast that the key is ready', async () => {
    const page = await portalBrowser.open(pages.docs, phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Get API Keys' }).click();
    const dialog = page.getByRole('dialog');
    await fillTwoSteps(page, 'pocket@example.com');
    await dialog
      .getByLabel('Verification code')
      .fill(await codeFor(portalBrowser.portal, 'pocket@example.com'));
    await dialog.getByRole('button', { name: 'Get API Key' }).click();
    await dialog.getByLabel('Project name').fill('Pocket');
    await page.keyboard.press('Enter');
    const message = page.locator('[data-toast]', { hasText: 'Project and API key created' });
    await message.waitFor();
    // It replaces the previous toast, which is still closing.
    await soon(async () => {
      const { y, height } = (await message.boundingBox())!;
      return y + height <= (await dialog.boundingBox())!.y;
    }).toBe(true);
  });

  test.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])('shows the answer to the first call at $width px, and keeps Done visible', async (viewport) => {
    const email = `first-call-${viewport.width}@example.com`;
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code } = await openWizard(page);
    await page.setViewportSize(viewport);
    await fillTwoSteps(page, email);
    await code.fill(await codeFor(portalBrowser.portal, email));
    await dialog.getByRole('button', { name: 'Get API Key', exact: true }).click();
    await dialog.getByLabel('Project name').fill('Kite club');
    await page.keyboard.press('Enter');
    const call = dialog.getByRole('button', { name: 'Try your key' });
    await soon(() => hasFocus(call)).toBe(true);
    const isInSight = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return y >= 0 && y + height <= viewport.height;
    };
    const done = dialog.getByRole('button', { name: 'Done' });
    expect(await isInSight(done)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByText('200 OK').waitFor();
    const drawn = dialog.getByRole('img', { name: new RegExp(`^${defaultPlace.name}, `) });
    await drawn.waitFor();
    await soon(() => isInSight(drawn)).toBe(true);
    expect(await isInSight(done)).toBe(true);
  });

  test('shows that it is busy, and reports what went wrong', async () => {
    const page = await portalBrowser.open(pages.docs);
    const { dialog, code, password, finish } = await openWizard(page);
    await page.route(`**${calls.sendVerificationCode}`, (route) => route.abort());
    await fillTwoSteps(page, 'storm@example.com');
    await soon(() => toasts(page)).toEqual(['Failed to send verification code']);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    await page.unrouteAll();

    const sent = requestsTo(page, calls.sendVerificationCode);
    const answer = await holdBack(page, calls.sendVerificationCode);
    await finish.dblclick();
    await soon(() => finish.getAttribute('aria-busy')).toBe('true');
    answer();
    await code.waitFor();
    expect(sent).toHaveLength(1);
    await soon(() => toasts(page)).toEqual(['Verification code sent to your email!']);

    await page.route(`**${calls.signUp}`, (route) => route.abort());
    await code.fill(await codeFor(portalBrowser.portal, 'storm@example.com'));
    await toast(page, 'An error occurred during sign up');
    await dialog.getByRole('heading', { name: 'Secure your account' }).waitFor();
    portalBrowser.forgive(/ERR_FAILED/);
  });
});

async function openWizard(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Get API Keys' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').waitFor();
  return {
    dialog,
    password: dialog.getByLabel('Password', { exact: true }),
    code: dialog.getByLabel('Verification code'),
    finish: dialog.getByRole('button', { name: 'Complete Account Setup' }),
  };
}

const edgeColour = (code: Locator): Promise<number[]> =>
  code.evaluate((input) => (getComputedStyle(input).outlineColor.match(/\d+/g) ?? []).map(Number));
