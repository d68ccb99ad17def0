import { useCallback, useEffect, useRef, useState } from 'react';
import { copyText } from './clipboard.ts';
import { toast } from './toast.tsx';

const copiedForMs = 2000;

/** A text, or how to get one. */
export type CopySource = string | (() => string | Promise<string>);

export function useCopy(source: CopySource): { copied: boolean; busy: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = useCallback(async () => {
    setBusy(true);
    try {
      if (!(await copyText(typeof source === 'string' ? source : source())))
        throw new Error('Could not copy. Select the text and copy it by hand.');
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), copiedForMs);
      toast.success('Copied to clipboard!');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }, [source]);

  return { copied, busy, copy };
}
