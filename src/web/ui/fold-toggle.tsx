import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface FoldToggleProps {
  expanded: boolean;
  /** The id of what it folds. */
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

export function FoldToggle({ expanded, controls, onToggle, children }: FoldToggleProps) {
  return (
    <button
      type="button"
      className="fold-toggle"
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span className="fold-toggle-words">{children}</span>
      <Icon of={ChevronDown} size={15} />
    </button>
  );
}
