import { describe, expect, test } from 'vitest';
import { type AccountCode, accountCodes, codeMinutes, verifiedMinutes } from '../../../accounts/contract.ts';
import { platformCodes } from '../../../platform/contract.ts';
import { minuteMs } from '../../../time.ts';
import type { RequestError } from '../../session/outcome.ts';
import {
  afterPassword,
  emptySignUp,
  isCodeInvalidated,
  isCodeRejected,
  isPasswordRejected,
  isVerificationExpired,
  keepPendingCode,
  type SignUpEvent,
  type SignUpState,
  signUpReducer,
  startSignUp,
} from './use-sign-up.ts';

const run = (events: SignUpEvent[], from: SignUpState = emptySignUp) => events.reduce(signUpReducer, from);

const ada: SignUpEvent = { type: 'details entered', fullName: ' Ada ', email: ' ada@example.com ' };
const password: SignUpEvent = { type: 'password entered', password: 'Secret-1', confirmPassword: 'Secret-1' };
const sent: SignUpEvent = { type: 'code sent', email: 'ada@example.com', verificationToken: 'token', at: 0 };
const verified: SignUpEvent = { type: 'code verified', email: 'ada@example.com', at: 0 };
const created: SignUpEvent = { type: 'account created', email: 'ada@example.com' };
const failed: SignUpEvent = {
  type: 'sign-up failed',
  error: { ok: false, status: 422, code: 'bad-password', message: 'Too common' },
};
const back: SignUpEvent = { type: 'back' };

describe('sign-up wizard', () => {
  test('steps from details to password, code, account and key', () => {
    const steps: string[] = [];
    let state = emptySignUp;
    for (const event of [ada, sent, created, { type: 'key requested' }] as SignUpEvent[]) {
      state = signUpReducer(state, event);
      steps.push(state.step);
    }
    expect(steps).toEqual(['password', 'code', 'verified', 'project']);
  });

  test('goes back one step at a time and keeps the form', () => {
    const state = run([ada, password, sent, back]);
    expect(state.step).toBe('password');
    expect(state.form).toMatchObject({ fullName: 'Ada', email: 'ada@example.com', password: 'Secret-1' });
    expect(run([back], state).step).toBe('details');
  });

  test('stays on the first step when a code arrives late, and ignores a code for another address', () => {
    const wentBack = run([ada, password, back, sent]);
    expect(wentBack).toMatchObject({ step: 'details', sent: { email: 'ada@example.com' } });
    const other: SignUpEvent = { type: 'details entered', fullName: 'Ada', email: 'other@example.com' };
    expect(run([ada, password, back, other, sent]).sent).toBeUndefined();
    expect(run([ada, password, sent, back, back, other, verified]).verified?.email).toBe('ada@example.com');
  });

  test('drops the password once the account exists', () => {
    const state = run([ada, password, sent, verified, created]);
    expect(state.form).toEqual({ fullName: '', email: 'ada@example.com', password: '', confirmPassword: '' });
  });

  test('shows a rejected password until another is entered', () => {
    const state = run([ada, password, sent, verified, failed]);
    expect(state).toMatchObject({ step: 'password', error: { message: 'Too common' } });
    expect(run([password], state).error).toBeUndefined();
  });
});

describe('after the password', () => {
  test('sends a code if there is none', () => {
    expect(afterPassword(run([ada, password]), 0)).toBe('send code');
  });

  test('reuses a valid code for the same address in any letter case', () => {
    const state = run([
      ada,
      password,
      sent,
      { type: 'details entered', fullName: 'Ada', email: 'ADA@example.com' },
    ]);
    expect(afterPassword(state, (codeMinutes - 2) * minuteMs)).toBe('enter code');
  });

  test('sends a new code for another address or after expiry', () => {
    const other = run([
      ada,
      password,
      sent,
      { type: 'details entered', fullName: 'Ada', email: 'eve@example.com' },
    ]);
    expect(afterPassword(other, 0)).toBe('send code');
    expect(afterPassword(run([ada, password, sent]), codeMinutes * minuteMs)).toBe('send code');
  });

  test('replaces an invalidated code, but not because of an older one', () => {
    const invalidated = (verificationToken: string): SignUpEvent => ({
      type: 'code invalidated',
      verificationToken,
    });
    expect(afterPassword(run([ada, password, sent, invalidated('token')]), 0)).toBe('send code');
    expect(afterPassword(run([ada, password, sent, invalidated('older')]), 0)).toBe('enter code');
  });

  test('signs up at once with a verified address until the verification expires', () => {
    const state = run([ada, password, sent, verified, failed]);
    expect(afterPassword(state, (verifiedMinutes - 2) * minuteMs)).toBe('sign up');
    expect(afterPassword(state, verifiedMinutes * minuteMs)).toBe('send code');
    const expired: RequestError = { ok: false, status: 422, code: 'not-verified', message: 'Verify again' };
    expect(afterPassword(run([{ type: 'sign-up failed', error: expired }], state), 0)).toBe('send code');
  });
});

describe('a closed wizard', () => {
  const form = { fullName: 'Ada', email: 'ada@example.com', password: 'x', confirmPassword: 'x' };
  const pending = { email: form.email, verificationToken: 'token', at: 1000 };
  const atCode: SignUpState = { step: 'code', form, sent: pending };

  test('keeps the pending code and nothing else', () => {
    keepPendingCode(atCode);
    expect(startSignUp()).toEqual({ ...emptySignUp, sent: pending });
    expect(afterPassword({ ...startSignUp(), form }, 2000)).toBe('enter code');
    expect(afterPassword({ ...startSignUp(), form: { ...form, email: 'bob@example.com' } }, 2000)).toBe(
      'send code',
    );
  });

  test('drops a code that was used or invalidated', () => {
    keepPendingCode({ ...atCode, verified: { email: form.email, at: 2000 } });
    expect(startSignUp()).toEqual(emptySignUp);
    keepPendingCode(atCode);
    keepPendingCode({ step: 'code', form });
    expect(startSignUp()).toEqual(emptySignUp);
  });
});

const everyCode = [...accountCodes, ...platformCodes, undefined];

test.each([
  { status: 200, rejected: true },
  { status: 422, rejected: true },
  { status: 0, rejected: false },
  { status: 429, rejected: false },
  { status: 502, rejected: false },
])(
  'an answer $status without an error code rejects the verification code: $rejected',
  ({ status, rejected }) => {
    expect(isCodeRejected({ ok: false, status, message: '' })).toBe(rejected);
  },
);

test.each<[string, (error: RequestError) => boolean, (AccountCode | undefined)[]]>([
  ['a rejected code', isCodeRejected, ['wrong-code', 'dead-code', undefined]],
  ['an invalidated code', isCodeInvalidated, ['dead-code']],
  ['a rejected password', isPasswordRejected, ['bad-password']],
  ['an expired verification', isVerificationExpired, ['not-verified']],
])('recognizes %s by its error code', (_, matches, codes) => {
  const matching = everyCode.filter((code) =>
    matches({ ok: false, status: 422, message: '', ...(code && { code }) }),
  );
  expect(matching).toEqual(codes);
});
