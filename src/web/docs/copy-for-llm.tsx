import { Check, Sparkles } from 'lucide';
import { useCallback } from 'react';
import { statusText } from '../../content/status-text.ts';
import { markdownOf } from '../../urls.ts';
import { Icon } from '../ui/icon.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface CopyForLlmProps {
  path: string;
  /** The anchor of one section; without it, the whole page. */
  section?: string;
}

export function CopyForLlm({ path, section }: CopyForLlmProps) {
  const address = section ? `${markdownOf(path)}?section=${encodeURIComponent(section)}` : markdownOf(path);
  const { copied, copy } = useCopy(useCallback(() => fetchMarkdown(address), [address]));
  const icon = copied ? Check : Sparkles;
  return (
    <button
      type="button"
      className="icon-button copy-for-llm"
      data-copied={copied || undefined}
      title="Copy as Markdown for an AI assistant"
      onClick={() => void copy()}
    >
      <Icon of={icon} size={15} />
      Copy for LLM
    </button>
  );
}

async function fetchMarkdown(address: string): Promise<string> {
  const response = await fetch(address).catch(() => {
    throw new Error('Failed to load the text: Network Error');
  });
  if (!response.ok) throw new Error(`Failed to load the text: ${statusText(response.status)}`);
  return response.text();
}
