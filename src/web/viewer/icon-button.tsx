import type { IconNode } from 'lucide';
import { Icon } from '../ui/icon.tsx';

interface IconButtonProps {
  label: string;
  icon: IconNode;
  size?: number;
  shortcut?: string;
  disabled?: boolean;
  onClick: () => void;
}

export const IconButton = ({ label, icon, size = 18, shortcut, disabled, onClick }: IconButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={shortcut ? `${label} (${shortcut})` : label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon of={icon} size={size} />
  </button>
);
