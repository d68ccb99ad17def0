import { expect, test } from 'vitest';
import { describeTooLong, isNewPasswordReady, passwordChecklist } from './new-password.tsx';

const both = (password: string) => ({ password, confirmPassword: password });

test('the checklist marks each rule that is met', () => {
  const met = (password: string, confirmPassword: string) =>
    passwordChecklist({ password, confirmPassword })
      .filter((item) => item.isMet)
      .map((item) => item.id);
  expect(met('', '')).toEqual([]);
  expect(met('abc', '')).toEqual(['lowercase']);
  expect(met('Abcdef1!', 'Abcdef1!')).toEqual([
    'length',
    'uppercase',
    'lowercase',
    'number',
    'special',
    'confirmation',
  ]);
});

test('a password is ready when all rules are met and the confirmation matches', () => {
  expect(isNewPasswordReady(both('Abcdef1!'))).toBe(true);
  expect(isNewPasswordReady({ password: 'Abcdef1!', confirmPassword: 'Abcdef1' })).toBe(false);
  expect(isNewPasswordReady(both('abcdef1!'))).toBe(false);
});

test('a password that is too long is reported', () => {
  const long = `Aa1!${'x'.repeat(125)}`;
  expect(isNewPasswordReady(both(long))).toBe(false);
  expect(describeTooLong(long)).toBe('Use at most 128 characters');
  expect(describeTooLong('Aa1!')).toBeUndefined();
});
