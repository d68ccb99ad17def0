import { expect, test } from 'vitest';
import { describeSignInRefusal } from './sign-in.ts';

test('401 and 422 are bad credentials, whatever the page says', () => {
  expect(describeSignInRefusal(401, true, 'Something else')).toBe('Invalid email or password');
  expect(describeSignInRefusal(422, false, undefined)).toBe('Invalid email or password');
});

test('another page is quoted where it has an alert, and one that says nothing has failed', () => {
  expect(describeSignInRefusal(429, true, '  Too many sign-in attempts. ')).toBe(
    'Too many sign-in attempts.',
  );
  expect(describeSignInRefusal(429, true, ' ')).toBe('Sign in failed');
  expect(describeSignInRefusal(500, true, undefined)).toBe('Authentication failed');
});

test('an answer that is no page is any other failure', () => {
  expect(describeSignInRefusal(500, false, undefined)).toBe('An error occurred during sign in');
});
