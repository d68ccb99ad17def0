import { pages } from '../../urls.ts';
import { codeMinutes, linkMinutes, undoHours } from '../contract.ts';
import { type Content, inMinutes } from './layout.ts';

/** The words of the mails about an account. */

export const code = (digits: string): Content => ({
  subject: `${digits} is your verification code`,
  paragraphs: ['Enter this code to finish setting up your account:'],
  code: digits,
  closing: [
    `The code works for ${codeMinutes} minutes. If you did not ask for it, you can ignore this message.`,
  ],
});

export const alreadyRegistered = (publicUrl: string): Content => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone, probably you, tried to sign up with this address. It has an account already, so no new one was made.',
    'Sign in with your password. If you have forgotten it, choose "Forgot password?" in the sign-in dialog.',
  ],
  button: { label: 'Open the portal', url: publicUrl + pages.docs },
  closing: ['If it was not you, you can ignore this message: nothing has changed.'],
});

export const passwordReset = (name: string, link: string): Content => ({
  subject: 'Set a new password',
  paragraphs: [`Hello ${name},`, 'You asked to set a new password. This link lets you do so, once:'],
  button: { label: 'Set a new password', url: link },
  closing: [
    `The link works for ${linkMinutes} minutes. If you did not ask for it, you can ignore this message: your password stays as it is.`,
  ],
});

export const passwordChanged = (name: string, changedAt: number, publicUrl: string): Content => ({
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${name},`,
    `Your password was changed on ${inMinutes(changedAt)} UTC. Every other browser has been signed out.`,
  ],
  button: { label: 'Open the portal', url: publicUrl + pages.docs },
  closing: [
    'If it was not you, choose "Forgot password?" in the sign-in dialog at once: it takes the account back.',
  ],
});

export const newDevice = (
  name: string,
  { browser, address, at }: { browser: string; address: string; at: number },
  publicUrl: string,
): Content => ({
  subject: 'A new browser signed in to your account',
  paragraphs: [`Hello ${name},`, 'A browser that your account did not know has signed in:'],
  facts: [
    ['Browser', browser],
    ['Network address', address],
    ['Time', `${inMinutes(at)} UTC`],
  ],
  button: { label: 'Look at your sessions', url: publicUrl + pages.account },
  closing: [
    'If it was you, there is nothing to do. If not, choose "Sign out everywhere else" and set a new password at once: someone knows yours.',
  ],
});

export const emailChangeCode = (digits: string): Content => ({
  subject: `${digits} is your verification code`,
  paragraphs: ['Enter this code on your account page to make this the address of your account:'],
  code: digits,
  closing: [
    `The code works for ${codeMinutes} minutes. If you did not ask for it, you can ignore this message: nothing changes without it.`,
  ],
});

export const emailTaken = (publicUrl: string): Content => ({
  subject: 'This address has an account already',
  paragraphs: [
    'Someone, probably you, tried to give another account this address. It has an account of its own, so nothing was changed.',
    'To use this address for the other account, sign in to the one it has and delete that first.',
  ],
  button: { label: 'Open the portal', url: publicUrl + pages.docs },
  closing: ['If it was not you, you can ignore this message.'],
});

export const emailChanged = (newEmail: string, at: number, undoLink: string): Content => ({
  subject: 'The address of your account was changed',
  paragraphs: [
    `On ${inMinutes(at)} UTC your account got another e-mail address: ${newEmail}. Mail about it goes there from now on.`,
    'If it was you, there is nothing to do. If not, take the account back with this link:',
  ],
  button: { label: 'Undo the change', url: undoLink },
  closing: [
    `The link works for ${undoHours} hours. It brings this address back, signs everyone out, ends keys and secrets made since the change, and lets you choose a new password.`,
  ],
});

export const dataExported = (name: string, at: number, publicUrl: string): Content => ({
  subject: 'Your data was exported',
  paragraphs: [
    `Hello ${name},`,
    `On ${inMinutes(at)} UTC someone who knows your password saved a copy of everything that is stored about you. It holds no secret of a key and no password.`,
  ],
  button: { label: 'Open your account', url: publicUrl + pages.account },
  closing: ['If it was not you, set a new password at once: someone knows yours.'],
});

export const accountDeleted = (name: string, at: number): Content => ({
  subject: 'Your account was deleted',
  paragraphs: [
    `Hello ${name},`,
    `Your account was deleted on ${inMinutes(at)} UTC, as you asked. Your keys no longer work, and your name, address and usage are gone.`,
  ],
  closing: [
    'What remains is a record of what was done to keys, in which you are a keyed hash. You can sign up again at any time. This is the last message to this address.',
  ],
});
