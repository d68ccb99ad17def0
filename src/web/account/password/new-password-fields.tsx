import './new-password-fields.css';
import { Check, Circle } from 'lucide';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { describeTooLong, type NewPassword, passwordChecklist } from './new-password.ts';
import { PasswordField } from './password-field.tsx';

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** The server's sentence about a password that it refused. */
  error?: string | undefined;
}

export function NewPasswordFields({ value, onChange, error }: NewPasswordFieldsProps) {
  const listId = useId();
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
        error={describeTooLong(value.password) ?? error}
        aria-describedby={listId}
        data-first
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={value.confirmPassword}
        onChange={(event) => onChange({ ...value, confirmPassword: event.target.value })}
      />
      <ul id={listId} className="password-rules">
        {passwordChecklist(value).map((item) => (
          <li key={item.id} className={item.isMet ? 'password-rule password-rule-met' : 'password-rule'}>
            {item.isMet ? (
              <Icon of={Check} size={15} strokeWidth={2.5} />
            ) : (
              <Icon of={Circle} size={15} strokeWidth={1.5} />
            )}
            {item.label}
            <span className="visually-hidden">{item.isMet ? ': met' : ': not met'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
