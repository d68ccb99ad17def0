import './new-password.css';
import { Check, Circle } from 'lucide';
import { useId, useState } from 'react';
import {
  confirmationRule,
  describeGuessable,
  type GuessableFacts,
  isPasswordTooLong,
  maxPasswordLength,
  passwordRules,
  unmetPasswordRules,
} from '../../../accounts/password-policy.ts';
import { useSite } from '../../router/router-context.tsx';
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

/** The checklist doesn't show these problems: the password is too long, or meets all rules and is still easy to guess. */
export function findPasswordProblem(password: string, known: GuessableFacts): string | undefined {
  if (isPasswordTooLong(password)) return `Use at most ${maxPasswordLength} characters`;
  return unmetPasswordRules(password).length > 0 ? undefined : describeGuessable(password, known);
}

/** The two fields of a form: what was typed, and whether the server would accept it. */
export function useNewPassword(given: Partial<NewPassword> & { email?: string } = {}) {
  const { provider } = useSite();
  const { email, password = '', confirmPassword = '' } = given;
  const [value, onChange] = useState<NewPassword>({ password, confirmPassword });
  const problem = findPasswordProblem(value.password, {
    ...(email && { email }),
    providerName: provider.name,
  });
  const isReady = problem === undefined && passwordChecklist(value).every(({ isMet }) => isMet);
  return { fields: { value, onChange, problem }, value, isReady };
}

type NewPasswordFieldsProps = ReturnType<typeof useNewPassword>['fields'] & {
  /** The server's message about a password that it rejected. */
  error?: string | undefined;
  /** Next to the current password, the field is called the new one. */
  label?: string;
};

export function NewPasswordFields({
  value,
  onChange,
  problem,
  error,
  label = 'Password',
}: NewPasswordFieldsProps) {
  const listId = useId();
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        value={value.password}
        onType={(password) => onChange({ ...value, password })}
        error={problem ?? error}
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
