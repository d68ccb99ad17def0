/** The password rules, shared by the live checklist and the server. */

const minPasswordLength = 8;
export const maxPasswordLength = 128;

interface PasswordRule {
  id: string;
  label: string;
  isMet: (password: string) => boolean;
}

/** Every printable ASCII symbol. */
const special = /[!-/:-@[-`{-~]/;

export const passwordRules: PasswordRule[] = [
  {
    id: 'length',
    label: `At least ${minPasswordLength} characters`,
    isMet: (password) => [...password].length >= minPasswordLength,
  },
  { id: 'uppercase', label: 'One uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { id: 'lowercase', label: 'One lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { id: 'number', label: 'One number', isMet: (password) => /[0-9]/.test(password) },
  { id: 'special', label: 'One special character', isMet: (password) => special.test(password) },
];

export const confirmationRule = {
  id: 'confirmation',
  label: 'Passwords match',
  isMet: (password: string, confirmation: string) => confirmation !== '' && confirmation === password,
};

export const unmetPasswordRules = (password: string) => passwordRules.filter((rule) => !rule.isMet(password));

export const isPasswordTooLong = (password: string) => [...password].length > maxPasswordLength;
