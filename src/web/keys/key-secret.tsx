import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { maskSecret } from './secret-display.ts';

export function KeySecret({ secret, of }: { secret: string | undefined; of: string }) {
  return (
    <p className="key-value">
      <span className="key-label">API key</span>
      {secret === undefined ? (
        <span className="key-none">Token not available for security reasons</span>
      ) : (
        <HiddenValue name={`API key of ${of}`} secret={secret} text={(shown) => shown} />
      )}
    </p>
  );
}

interface HiddenValueProps {
  /** What is shown, hidden and copied. */
  name: string;
  secret: string;
  /** The whole value around the secret, as it is shown and as it is copied. */
  text: (secret: string) => string;
}

export function HiddenValue({ name, secret, text }: HiddenValueProps) {
  const [isShown, setIsShown] = useState(false);
  const icon = isShown ? EyeOff : Eye;
  const act = `${isShown ? 'Hide' : 'Show'} ${name}`;
  return (
    <>
      <code>{text(isShown ? secret : maskSecret(secret))}</code>
      <button
        type="button"
        className="icon-button"
        aria-label={act}
        title={act}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon of={icon} size={16} />
      </button>
      <CopyButton text={text(secret)} label={`Copy ${name}`} />
    </>
  );
}
