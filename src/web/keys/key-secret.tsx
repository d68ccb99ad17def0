import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';

const shownAtStart = 7;
const shownAtEnd = 4;

/** Shows the first 7 and the last 4 characters, or none if the text is too short to hide anything. */
export function maskSecret(secret: string): string {
  const hidden = secret.length - shownAtStart - shownAtEnd;
  if (hidden <= 0) return '•'.repeat(secret.length);
  return `${secret.slice(0, shownAtStart)}${'•'.repeat(hidden)}${secret.slice(-shownAtEnd)}`;
}

interface MaskedValueProps {
  /** Names the value in the labels of its buttons. */
  name: string;
  secret: string;
  /** Builds the displayed and copied value from the secret. */
  format?: (secret: string) => string;
}

export function MaskedValue({ name, secret, format = (value) => value }: MaskedValueProps) {
  const [isShown, setIsShown] = useState(false);
  const label = `${isShown ? 'Hide' : 'Show'} ${name}`;
  const icon = isShown ? EyeOff : Eye;
  return (
    <>
      <code>{format(isShown ? secret : maskSecret(secret))}</code>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon of={icon} size={16} />
      </button>
      <CopyButton text={format(secret)} label={`Copy ${name}`} />
    </>
  );
}
