import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { maskSecret } from './secret-display.ts';

/** A row of the card: a name, a value in mono, what can be done with it. */
export function KeyRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="key-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function KeySecret({ secret }: { secret: string | undefined }) {
  if (secret === undefined) {
    return (
      <KeyRow label="API key">
        <span className="key-row-none">Token not available for security reasons</span>
      </KeyRow>
    );
  }
  return <HiddenValue label="API key" name="API key" secret={secret} text={(shown) => shown} />;
}

interface HiddenValueProps {
  label: string;
  name: string;
  secret: string;
  /** The whole value around the secret, as it is shown and as it is copied. */
  text: (secret: string) => string;
}

export function HiddenValue({ label, name, secret, text }: HiddenValueProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <KeyRow label={label}>
      <code>{text(isShown ? secret : maskSecret(secret))}</code>
      <button
        type="button"
        className="icon-button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
        title={`${isShown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
      <CopyButton text={text(secret)} label={`Copy ${name}`} />
    </KeyRow>
  );
}
