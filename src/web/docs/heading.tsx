import { Link2 } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';

interface HeadingProps {
  level: 2 | 3 | 4;
  anchor: string;
  children: ReactNode;
  /** Beside the heading: copy for LLM, a badge. */
  end?: ReactNode;
  isRepeated?: boolean;
}

/** A heading that can be linked to. */
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
