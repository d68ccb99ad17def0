import { expect, test } from 'vitest';
import { passwordComplaints } from '../../accounts/passwords.ts';
import { linkSentences, sentences } from '../../accounts/sentences.ts';
import { type Refusal, serverSentence } from '../session/outcome.ts';
import {
  describeCodeRefusal,
  describeResendRefusal,
  describeResetRefusal,
  describeSendRefusal,
  describeSignUpRefusal,
  isCodeRefused,
  isLinkSpent,
  isPasswordRefused,
  isVerificationLapsed,
} from './refusals.ts';

const silent: Refusal = { ok: false, status: 500 };
const said = (message: string, status = 422): Refusal => ({ ok: false, status, message });

test('the server is quoted where it said something', () => {
  const limit = said('A code was sent a moment ago. Please try again in 42 seconds.', 429);
  for (const describe of [
    describeSendRefusal,
    describeResendRefusal,
    describeCodeRefusal,
    describeResetRefusal,
  ]) {
    expect(describe(limit)).toBe(limit.message);
  }
});

test('each call has its own words where it said nothing', () => {
  expect(describeSendRefusal(silent)).toBe('Failed to send verification code');
  expect(describeResendRefusal(silent)).toBe('Failed to resend verification code');
  expect(describeCodeRefusal({ ok: false, status: 422 })).toBe('Invalid verification code');
  expect(describeSignUpRefusal(silent)).toBe('Sign up failed');
  expect(describeResetRefusal(silent)).toBe('Failed to send password reset instructions');
  expect(describeResetRefusal({ ok: false, status: 0 })).toBe(
    'An error occurred while sending password reset instructions',
  );
});

test('a code that nobody has looked at is not called wrong', () => {
  for (const status of [0, 500, 502]) {
    const unanswered: Refusal = { ok: false, status };
    expect(isCodeRefused(unanswered)).toBe(false);
    expect(describeCodeRefusal(unanswered)).toBe(
      'The code could not be checked. Check your connection and try again.',
    );
  }
  expect(isCodeRefused(said('Too many codes were tried.', 429))).toBe(false);
  expect(isCodeRefused(said(sentences.wrongCode))).toBe(true);
});

test('a lapsed verification and a spent link are told from a bad password', () => {
  const bad = said('This password is one of the first that anyone would try. Please choose another');
  expect(isVerificationLapsed(bad)).toBe(false);
  expect(isLinkSpent(bad)).toBe(false);
  expect(isPasswordRefused(bad)).toBe(true);
  expect(isVerificationLapsed(said(sentences.notVerified))).toBe(true);
  for (const sentence of Object.values(linkSentences)) expect(isLinkSpent(said(sentence))).toBe(true);
});

test('a password is to blame for what the server says of it, and for nothing else', () => {
  const blames = (password: string, confirmation = password) =>
    isPasswordRefused(said(serverSentence({ errors: passwordComplaints(password, confirmation, 'a@b.c') })!));
  expect(blames('password')).toBe(true);
  expect(blames('Password-2026')).toBe(true);
  expect(blames('Cirrus-9-over-Boston', 'Cirrus-9')).toBe(true);
  for (const sentence of Object.values(sentences)) expect(isPasswordRefused(said(sentence))).toBe(false);
  expect(isPasswordRefused(said('Too many sign-up attempts.', 429))).toBe(false);
  expect(isPasswordRefused({ ok: false, status: 0 })).toBe(false);
});
