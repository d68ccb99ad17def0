import {
  confirmationRule,
  isPasswordTooLong,
  maxPasswordLength,
  passwordRules,
  unmetPasswordRules,
} from '../../../accounts/password-policy.ts';

export interface NewPassword {
  password: string;
  confirmPassword: string;
}

interface ChecklistItem {
  id: string;
  label: string;
  isMet: boolean;
}

export const passwordChecklist = ({ password, confirmPassword }: NewPassword): ChecklistItem[] => [
  ...passwordRules.map(({ id, label, isMet }) => ({ id, label, isMet: isMet(password) })),
  {
    id: confirmationRule.id,
    label: confirmationRule.label,
    isMet: confirmationRule.isMet(password, confirmPassword),
  },
];

export const isNewPasswordReady = ({ password, confirmPassword }: NewPassword): boolean =>
  unmetPasswordRules(password).length === 0 &&
  !isPasswordTooLong(password) &&
  confirmationRule.isMet(password, confirmPassword);

export const describeTooLong = (password: string): string | undefined =>
  isPasswordTooLong(password) ? `Use at most ${maxPasswordLength} characters` : undefined;
