import { Check, Link2, Sparkles } from 'lucide';
import { type ReactNode, useCallback } from 'react';
import type { Section } from '../../content/contract.ts';
import { markdownOf } from '../../urls.ts';
import { fetchText } from '../router/load-page.ts';
import { useCopy } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';

export interface SectionProps<Kind> {
  section: Extract<Section, { kind: Kind }>;
  anchor: string;
  path: string;
  isRepeated: boolean;
}

interface HeadingProps {
  level: 2 | 3 | 4;
  anchor: string;
  children: ReactNode;
  end?: ReactNode;
  /** A heading that repeats the page's title is only exposed to screen readers. */
  isRepeated?: boolean;
}

export function Heading({ level, anchor, children, end, isRepeated = false }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <div className="heading" data-level={level} data-repeated={isRepeated || undefined}>
      <Tag id={anchor}>{children}</Tag>
      <a href={`#${anchor}`} className="anchor" aria-label={`Link to ${anchor}`}>
        <Icon of={Link2} size={16} />
      </a>
      {end}
    </div>
  );
}

interface SectionHeadingProps extends Pick<HeadingProps, 'anchor' | 'isRepeated'> {
  title: string;
  path: string;
}

export const SectionHeading = ({ title, path, ...heading }: SectionHeadingProps) => (
  <Heading {...heading} level={2} end={<CopyForLlm path={path} section={heading.anchor} />}>
    {title}
  </Heading>
);

export function CopyForLlm({ path, section }: { path: string; section?: string }) {
  const address = section ? `${markdownOf(path)}?section=${encodeURIComponent(section)}` : markdownOf(path);
  const { copied, copy } = useCopy(useCallback(() => fetchMarkdown(address), [address]));
  return (
    <button
      type="button"
      className="icon-button copy-for-llm"
      data-copied={copied || undefined}
      title="Copy as Markdown for an AI assistant"
      onClick={() => void copy()}
    >
      <Icon of={copied ? Check : Sparkles} size={15} />
      Copy for LLM
    </button>
  );
}

const fetchMarkdown = (address: string) =>
  fetchText(address, (reason) => new Error(`Failed to load the text: ${reason}`));
