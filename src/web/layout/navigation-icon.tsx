import {
  BookOpen,
  Bot,
  ChartLine,
  CloudSun,
  FileText,
  LockKeyhole,
  type LucideIcon,
  RadioTower,
  Rocket,
  SquareTerminal,
} from 'lucide-react';

/** The icons a group in content/site.yaml may name; any other name gets a sheet of paper. */
const icons: Record<string, LucideIcon> = {
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
  const Icon = icons[name] ?? FileText;
  return <Icon size={18} strokeWidth={1.75} className="rail-icon" aria-hidden="true" />;
}
