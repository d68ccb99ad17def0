import { Check, Copy } from 'lucide';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copyText } from './clipboard.ts';
import { useErrorToast } from './error-toast.ts';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

interface CopyButtonProps {
  text: CopySource;
  /** Screen readers read the label. It is also shown if `words` is set. */
  label: string;
  words?: boolean;
}

export function CopyButton({ text, label, words = false }: CopyButtonProps) {
  const { copied, busy, copy } = useCopy(text);
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
      <Icon of={copied ? Check : Copy} size={15} />
      {words && <span aria-hidden="true">{label}</span>}
    </button>
  );
}

const copiedForMs = 2000;

type CopySource = string | (() => string | Promise<string>);

export function useCopy(source: CopySource) {
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const errorToast = useErrorToast();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = useCallback(async () => {
    setBusy(true);
    errorToast.clear();
    try {
      if (!(await copyText(typeof source === 'string' ? source : source())))
        throw new Error("Couldn't copy. Select the text and copy it yourself.");
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), copiedForMs);
      toast.success('Copied to clipboard!');
    } catch (error) {
      errorToast.show({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  }, [source, errorToast]);
  return { copied, busy, copy };
}
