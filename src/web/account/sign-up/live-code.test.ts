import { expect, test } from 'vitest';
import { beginSignUp, keepLiveCode } from './live-code.ts';
import { afterPassword, emptySignUp, type SignUpState } from './sign-up-state.ts';

const form = { fullName: 'Ada', email: 'ada@example.com', password: 'x', confirmPassword: 'x' };
const sent = { email: form.email, verificationToken: 'token', at: 1000 };
const atCode: SignUpState = { step: 'code', form, sent };

test('a wizard that begins anew knows of the code that is out, and of nothing else', () => {
  keepLiveCode(atCode);
  expect(beginSignUp()).toEqual({ ...emptySignUp, sent });
  expect(afterPassword({ ...beginSignUp(), form }, 2000)).toBe('enter code');
  expect(afterPassword({ ...beginSignUp(), form: { ...form, email: 'bob@example.com' } }, 2000)).toBe(
    'send code',
  );
});

test('a code that was right, or that died, is forgotten', () => {
  keepLiveCode({ ...atCode, verified: { email: form.email, at: 2000 } });
  expect(beginSignUp()).toEqual(emptySignUp);
  keepLiveCode(atCode);
  keepLiveCode({ step: 'code', form });
  expect(beginSignUp()).toEqual(emptySignUp);
});
