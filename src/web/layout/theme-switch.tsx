import { Moon, Sun } from 'lucide';
import { chooseTheme, useTheme } from '../preferences/preferences.ts';
import { Icon } from '../ui/icon.tsx';

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="icon-button theme-switch"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      title="Switch between light and dark"
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      {/* CSS shows the right icon before this code runs. */}
      <Icon of={Moon} size={17} className="theme-moon" />
      <Icon of={Sun} size={17} className="theme-sun" />
    </button>
  );
}
