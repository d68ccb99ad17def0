import { describe, expect, test } from 'vitest';
import { codeMinutes, verifiedMinutes } from '../../../accounts/contract.ts';
import {
  afterPassword,
  emptySignUp,
  type SignUpEvent,
  type SignUpState,
  signUpReducer,
} from './sign-up-state.ts';

const minute = 60_000;
const run = (events: SignUpEvent[], from: SignUpState = emptySignUp) => events.reduce(signUpReducer, from);

const ada: SignUpEvent = { type: 'person entered', fullName: ' Ada ', email: ' ada@example.com ' };
const password: SignUpEvent = { type: 'password entered', password: 'Secret-1', confirmPassword: 'Secret-1' };
const sent: SignUpEvent = { type: 'code sent', email: 'ada@example.com', verificationToken: 'token', at: 0 };
const verified: SignUpEvent = { type: 'code verified', email: 'ada@example.com', at: 0 };
const created: SignUpEvent = { type: 'account created', email: 'ada@example.com' };
const refused: SignUpEvent = {
  type: 'sign-up refused',
  refusal: { ok: false, status: 422, code: 'bad-password', message: 'Too common' },
};
const back: SignUpEvent = { type: 'back' };

describe('the wizard', () => {
  test('goes from name to password to code to account to key', () => {
    const steps: string[] = [];
    let state = emptySignUp;
    for (const event of [ada, sent, created, { type: 'key wanted' }] as SignUpEvent[]) {
      state = signUpReducer(state, event);
      steps.push(state.step);
    }
    expect(steps).toEqual(['password', 'code', 'verified', 'project']);
  });

  test('goes back a step at a time and keeps what was typed', () => {
    const state = run([ada, password, sent, back]);
    expect(state.step).toBe('password');
    expect(state.form).toMatchObject({ fullName: 'Ada', email: 'ada@example.com', password: 'Secret-1' });
    expect(run([back], state).step).toBe('person');
  });

  test('is not moved on by a code that arrives after a step back, nor takes it for another address', () => {
    const behind = run([ada, password, back, sent]);
    expect(behind).toMatchObject({ step: 'person', sent: { email: 'ada@example.com' } });
    const other: SignUpEvent = { type: 'person entered', fullName: 'Ada', email: 'other@example.com' };
    expect(run([ada, password, back, other, sent]).sent).toBeUndefined();
    expect(run([ada, password, sent, back, back, other, verified]).verified?.email).toBe('ada@example.com');
  });

  test('forgets the password once there is an account', () => {
    const state = run([ada, password, sent, verified, created]);
    expect(state.form).toEqual({ fullName: '', email: 'ada@example.com', password: '', confirmPassword: '' });
  });

  test('shows a refused password until another is entered', () => {
    const state = run([ada, password, sent, verified, refused]);
    expect(state).toMatchObject({ step: 'password', refusal: { message: 'Too common' } });
    expect(run([password], state).refusal).toBeUndefined();
  });
});

describe('after the password', () => {
  test('a code is sent when there is none', () => {
    expect(afterPassword(run([ada, password]), 0)).toBe('send code');
  });

  test('a live code for the same address is used, in whatever case it is typed', () => {
    const state = run([
      ada,
      password,
      sent,
      { type: 'person entered', fullName: 'Ada', email: 'ADA@example.com' },
    ]);
    expect(afterPassword(state, (codeMinutes - 2) * minute)).toBe('enter code');
  });

  test('another address, or an old code, needs a new one', () => {
    const other = run([
      ada,
      password,
      sent,
      { type: 'person entered', fullName: 'Ada', email: 'eve@example.com' },
    ]);
    expect(afterPassword(other, 0)).toBe('send code');
    expect(afterPassword(run([ada, password, sent]), codeMinutes * minute)).toBe('send code');
  });

  test('a dead code needs a new one; what is said of an older one changes nothing', () => {
    const dead = (verificationToken: string): SignUpEvent => ({ type: 'code died', verificationToken });
    expect(afterPassword(run([ada, password, sent, dead('token')]), 0)).toBe('send code');
    expect(afterPassword(run([ada, password, sent, dead('older')]), 0)).toBe('enter code');
  });

  test('a verified address signs up at once, until it lapses', () => {
    const state = run([ada, password, sent, verified, refused]);
    expect(afterPassword(state, (verifiedMinutes - 2) * minute)).toBe('sign up');
    expect(afterPassword(state, verifiedMinutes * minute)).toBe('send code');
    expect(afterPassword(run([{ type: 'verification lapsed' }], state), 0)).toBe('send code');
  });
});
