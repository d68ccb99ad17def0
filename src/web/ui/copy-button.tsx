import { Check, Copy } from 'lucide';
import { Icon } from './icon.tsx';
import { type CopySource, useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: CopySource;
  /** What a screen reader hears, and what is shown when `words` is set. */
  label: string;
  words?: boolean;
}

export function CopyButton({ text, label, words = false }: CopyButtonProps) {
  const { copied, busy, copy } = useCopy(text);
  const icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className="icon-button"
      data-copied={copied || undefined}
      aria-label={label}
      aria-busy={busy || undefined}
      title={words ? undefined : label}
      onClick={() => void copy()}
    >
      <Icon of={icon} size={15} />
      {words && <span aria-hidden="true">{label}</span>}
    </button>
  );
}
