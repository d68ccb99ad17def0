import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'trailing' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const icon = isShown ? EyeOff : Eye;
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
          <Icon of={icon} size={17} />
          <span className="visually-hidden">{words}</span>
        </button>
      }
    />
  );
}
