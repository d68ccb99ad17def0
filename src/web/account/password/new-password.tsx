import './new-password.css';
import { Check, Circle } from 'lucide';
import { useId } from 'react';
import {
  confirmationRule,
  isPasswordTooLong,
  maxPasswordLength,
  passwordRules,
} from '../../../accounts/password-policy.ts';
import { PasswordField } from '../../session/confirm-fields.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export const passwordChecklist = ({ password, confirmPassword }: NewPassword) => [
  ...passwordRules.map(({ id, label, isMet }) => ({ id, label, isMet: isMet(password) })),
  { ...confirmationRule, isMet: confirmationRule.isMet(password, confirmPassword) },
];

export const isNewPasswordReady = (entered: NewPassword): boolean =>
  passwordChecklist(entered).every(({ isMet }) => isMet) && !isPasswordTooLong(entered.password);

export const describeTooLong = (password: string): string | undefined =>
  isPasswordTooLong(password) ? `Use at most ${maxPasswordLength} characters` : undefined;

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** The server's message about a password that it rejected. */
  error?: string | undefined;
}

export function NewPasswordFields({ value, onChange, error }: NewPasswordFieldsProps) {
  const listId = useId();
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        value={value.password}
        onType={(password) => onChange({ ...value, password })}
        error={describeTooLong(value.password) ?? error}
        aria-describedby={listId}
        data-first
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={value.confirmPassword}
        onType={(confirmPassword) => onChange({ ...value, confirmPassword })}
      />
      <ul id={listId} className="password-rules">
        {passwordChecklist(value).map(({ id, label, isMet }) => (
          <li key={id} className={isMet ? 'password-rule password-rule-met' : 'password-rule'}>
            <Icon of={isMet ? Check : Circle} size={15} strokeWidth={isMet ? 2.5 : 1.5} />
            {label}
            <span className="visually-hidden">{isMet ? ': met' : ': not met'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
