import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'trailing' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const words = isShown ? 'Hide characters' : 'Show characters';
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <button type="button" className="icon-button" title={words} onClick={() => setIsShown(!isShown)}>
          <Icon size={17} aria-hidden="true" />
          <span className="visually-hidden">{words}</span>
        </button>
      }
    />
  );
}
