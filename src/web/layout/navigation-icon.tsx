import {
  BookOpen,
  Bot,
  ChartLine,
  CloudSun,
  FileText,
  type IconNode,
  LockKeyhole,
  RadioTower,
  Rocket,
  SquareTerminal,
} from 'lucide';
import { Icon } from '../ui/icon.tsx';

/** The icons a group in content/site.yaml may name; any other name gets a sheet of paper. */
const icons: Record<string, IconNode> = {
  'book-open': BookOpen,
  bot: Bot,
  'chart-line': ChartLine,
  'cloud-sun': CloudSun,
  'lock-keyhole': LockKeyhole,
  'radio-tower': RadioTower,
  rocket: Rocket,
  'square-terminal': SquareTerminal,
};

export function NavigationIcon({ name }: { name: string }) {
  const icon = icons[name] ?? FileText;
  return <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />;
}
