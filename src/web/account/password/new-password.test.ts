import { expect, test } from 'vitest';
import { findPasswordProblem, passwordChecklist } from './new-password.tsx';

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

test.each([
  { password: `Aa1!${'x'.repeat(125)}`, problem: 'Use at most 128 characters' },
  { password: 'Password1!', problem: 'This password is easy to guess. Choose another one' },
  { password: 'Teapot-2026', problem: 'This password is easy to guess. Choose another one' },
  { password: 'Cirrus-1', problem: "Don't use your email address or its name as your password" },
  // The checklist says what these two lack.
  { password: 'password', problem: undefined },
  { password: 'Aa1!', problem: undefined },
  { password: 'Kelvin-Helmholtz-4', problem: undefined },
])('$password is refused with: $problem', ({ password, problem }) => {
  expect(findPasswordProblem(password, { email: 'cirrus@example.com', providerName: 'Teapot' })).toBe(
    problem,
  );
});
